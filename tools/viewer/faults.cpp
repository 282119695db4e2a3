// Prints the drive's fault table as JSON, for the page to name the numbers that a log holds.
#include <cstdio>

#include "drive/fault.hpp"

int main() {
    std::printf("[");
    for (const drive::FaultRule& rule : drive::fault_rules)
        std::printf("%s\n  {\"code\": %d, \"name\": \"%s\", \"cause\": \"%s\"}",
                    rule.fault == drive::Fault::none ? "" : ",", int(rule.fault), rule.name, rule.cause);
    std::printf("\n]\n");
}
