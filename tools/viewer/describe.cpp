// Prints the table of one robot as JSON: the rows as they were given, each with its parent by name and where its
// numbers start in q and qd. SI units; numbers with all their digits.
#include <cstdio>

#include "tools/viewer/robot.hpp"

namespace {

void print(const char* text) {
    std::putchar('"');
    for (; *text; ++text) {
        const auto c = static_cast<unsigned char>(*text);
        if (c < 0x20)
            std::printf("\\u%04x", unsigned(c));
        else if (c == '"' || c == '\\')
            std::printf("\\%c", c);
        else
            std::putchar(c);
    }
    std::putchar('"');
}
void print(double x) { std::printf("%.17g", x); }
void print(bool x) { std::fputs(x ? "true" : "false", stdout); }
void print(int x) { std::printf("%d", x); }
void print(const limb::Vector<double>& v) { std::printf("[%.17g, %.17g, %.17g]", v.x, v.y, v.z); }
void print(const limb::Rotation<double>& R) {
    std::putchar('[');
    print(R.x), std::fputs(", ", stdout), print(R.y), std::fputs(", ", stdout), print(R.z);
    std::putchar(']');
}
void print(const limb::Inertia& I) {
    std::printf("[%.17g, %.17g, %.17g, %.17g, %.17g, %.17g]", I.xx, I.yy, I.zz, I.xy, I.xz, I.yz);
}
void print(limb::Joint joint) { print(limb::joint_name(joint)); }

void field(const char* name, const auto& value) {
    std::printf(", \"%s\": ", name);
    print(value);
}

}  // namespace

int main() {
    std::printf("{\"dof\": %d, \"positions\": %d, \"rows\": [", robot.dof, robot.positions);
    const auto parents = limb::internal::table::parents(robot.given);
    for (int i = 0; i < robot.rows; ++i) {
        const limb::Row& row = robot.given[i];
        std::printf("%s\n  {\"name\": ", i == 0 ? "" : ",");
        print(row.name);
        field("parent", parents.of[i] < 0 ? "world" : robot.given[parents.of[i]].name);
        field("joint", row.joint);
        field("axis", row.axis);
        field("axis2", row.axis2);
        field("pitch", row.pitch);
        field("at", row.at);
        field("rotation", row.rotation);
        field("mass", row.mass);
        field("com", row.com);
        field("inertia", row.inertia);  // xx, yy, zz, xy, xz, yz
        field("armature", row.armature);
        field("rotor", row.rotor);
        field("gear", row.gear);
        field("damping", row.damping);
        field("friction", row.friction);
        field("stiffness", row.stiffness);
        field("lower", row.lower);
        field("upper", row.upper);
        field("velocity_limit", row.velocity_limit);
        field("effort_limit", row.effort_limit);
        field("trust_inertia", row.trust_inertia);
        field("position", robot.row_position[i]);
        field("freedom", robot.row_dof[i]);
        field("numbers", limb::numbers_in_q(row.joint));
        field("freedoms", limb::freedoms(row.joint));
        std::putchar('}');
    }
    std::printf("\n]}\n");
}
