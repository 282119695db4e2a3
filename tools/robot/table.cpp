// Prints the table of one robot as JSON.
#include "tools/robot/as_json.hpp"
#include "tools/robot/robot.hpp"

int main() {
    std::putchar('{');
    as_json::print_table<tool::robot>();
    std::puts("}");
}
