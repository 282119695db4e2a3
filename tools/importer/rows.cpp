// The rows of robots as JSON, an array a line, every number such that it reads back to the same double.
//   ROBOTS, HEADERS   PRINT(arm6) PRINT(mine), and a file that includes their headers; robots are in namespace robots
//   or in none
#include "limb/limb.hpp"
#include HEADERS

#include <cstdio>
#include <initializer_list>

namespace rows_as_json {

void print_text(const char* field, const char* text) {
    std::printf("\"%s\": \"", field);
    for (; *text != 0; ++text) {
        if (*text == '"' || *text == '\\') std::putchar('\\');
        std::putchar(*text);
    }
    std::printf("\", ");
}
void print(const char* field, double x) { std::printf("\"%s\": %.17g, ", field, x); }
void print(const char* field, std::initializer_list<double> xs) {
    std::printf("\"%s\": ", field);
    char before = '[';
    for (const double x : xs) {
        std::printf("%c%.17g", before, x);
        before = ',';
    }
    std::printf("], ");
}
void print(const char* field, limb::Vector<double> v) { print(field, {v.x, v.y, v.z}); }

void print_row(const limb::Row& row) {
    const auto& R = row.rotation;
    const limb::Inertia& I = row.inertia;
    std::printf("{");
    print_text("name", row.name);
    print_text("parent", row.parent);
    print_text("joint", limb::joint_name(row.joint));
    print("axis", row.axis);
    print("axis2", row.axis2);
    print("pitch", row.pitch);
    print("at", row.at);
    print("rotation", {R.x.x, R.x.y, R.x.z, R.y.x, R.y.y, R.y.z, R.z.x, R.z.y, R.z.z});
    print("mass", row.mass);
    print("com", row.com);
    print("inertia", {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz});
    print("armature", row.armature);
    print("rotor", row.rotor);
    print("gear", row.gear);
    print("damping", row.damping);
    print("friction", row.friction);
    print("friction_velocity", row.friction_velocity);
    print("stiffness", row.stiffness);
    print("rest", row.rest);
    print("lower", row.lower);
    print("upper", row.upper);
    print("velocity_limit", row.velocity_limit);
    print("effort_limit", row.effort_limit);
    std::printf("\"trust_inertia\": %s, \"trust_units\": %s}", row.trust_inertia ? "true" : "false",
                row.trust_units ? "true" : "false");
}

void print(const auto& robot) {
    char before = '[';
    for (const limb::Row& row : robot.given) {
        std::putchar(before);
        print_row(row);
        before = ',';
    }
    std::printf("]\n");
}

}  // namespace rows_as_json

namespace robots {}
using namespace robots;

int main() {
#define PRINT(robot) rows_as_json::print(robot);
    ROBOTS
}
