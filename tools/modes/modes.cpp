// Small motions of one robot about one position, printed as JSON for tools/modes.py. Compiled once for each robot and change:
//   ROBOT_HEADER, ROBOT   "robots/arm6.hpp", robots::arm6
//   LOOPS                 its table of loops, if they are to be closed
//   CHANGE, SIGN          a number of its table that is changed a little, as row[1].com.z, and which way, 1 or -1
//   BELOW_ZERO            whether it may become negative
// Arguments: the gravity x y z, then q.
#include <cstdio>
#include <cstdlib>

#include "limb/limb.hpp"
#include ROBOT_HEADER

namespace {

struct Rows {
    limb::Row row[ROBOT.rows];
    double step;  // by which a number was changed
};
// Friction has no slope at rest: it is left out. What is changed a little need not be a real body.
constexpr Rows rows = [] {
    Rows r{};
    auto& row = r.row;
    for (int i = 0; i < ROBOT.rows; i++) {
        row[i] = ROBOT.given[i];
        row[i].friction = 0;
#ifdef CHANGE
        row[i].trust_inertia = row[i].trust_units = true;
#endif
    }
#ifdef CHANGE
    // M and K are of second degree in the numbers of a table, so that central differences with any step are exact
    const double from = CHANGE, size = from < 0 ? -from : from;
    const double to = from + SIGN * (size > 0 ? 1e-4 * size : 1e-6);
    CHANGE = to < 0 && !BELOW_ZERO ? from : to;
    r.step = CHANGE - from;
#endif
    return r;
}();
constexpr auto robot = limb::tree(rows.row, limb::Form::looped);  // this form compiles fastest
constexpr int n = robot.dof;

void print(const char* name, double x) { std::printf("\"%s\": %.17g,\n", name, x); }
void print_list(const auto& list, int count) {
    std::printf("[");
    for (int i = 0; i < count; i++) std::printf("%s%.17g", i ? ", " : "", list[i]);
    std::printf("]");
}
void print(const char* name, const auto& list, int count) {
    std::printf("\"%s\": ", name);
    print_list(list, count);
    std::printf(",\n");
}
void print(const char* name, const auto& matrix, int rows, int columns) {
    std::printf("\"%s\": [", name);
    for (int i = 0; i < rows; i++) {
        if (i) std::printf(", ");
        print_list(matrix[i], columns);
    }
    std::printf("],\n");
}

void print_table() {
    std::printf("\"rows\": [");
    for (int i = 0; i < robot.rows; i++)
        std::printf("%s{\"name\": \"%s\", \"dof\": %d, \"freedoms\": %d}", i ? ", " : "", robot.given[i].name,
                    robot.row_dof[i], limb::freedoms(robot.given[i].joint));
    std::printf("],\n\"dof\": %d, \"positions\": %d,\n", n, robot.positions);
}

}  // namespace

int main(int argc, char** argv) {
    std::printf("{");
    print_table();
    limb::Positions<robot, double> q{};
    limb::internal::for_each_freedom<robot>([](int, int) {}, [&](int position, int, bool) { q[position] = 1; });
    if (argc > 4) {
        for (int i = 0; i < robot.positions && i + 4 < argc; i++) q[i] = std::atof(argv[i + 4]);
        q = limb::with_unit_attitudes<robot>(q);
    }
    limb::Gravity<double> gravity{};
    if (argc > 3) gravity.g = {std::atof(argv[1]), std::atof(argv[2]), std::atof(argv[3])};

    const limb::Joints<robot, double> still{};
    const auto force = [&](const auto& x, const auto& xd, const auto& xdd) {
        auto tau = limb::inverse_dynamics<robot>(x, xd, xdd, gravity);
        const auto elements = limb::joint_elements<robot>(x, xd);
        for (int k = 0; k < n; k++) tau[k] -= elements[k];
        return tau;
    };
#ifdef LOOPS
    const auto closed = limb::close_loops<robot, LOOPS>(q);
    print("open", closed.status == limb::LoopStatus::ok ? 0 : closed.residual);
    q = closed.q;
    const auto l = limb::linearise_closed<robot>(
        force, [](const auto& x) { return limb::loop_equations<robot, LOOPS>(x).jacobian; }, q);
    print("residual", l.residual);
#else
    limb::Reduced<double, n> l;
    static_cast<limb::Linearised<double, n>&>(l) = limb::linearise<robot>(force, q, still, still);
    l.count = n;
    for (int k = 0; k < n; k++) l.basis[k][k] = 1;
#endif
    print("step", rows.step);
    const auto m = limb::modes(l.K, l.M, l.count);
    print("q", q, robot.positions);
    print("held", force(q, still, still), n);
    print("M", l.M, l.count, l.count);
    print("C", l.C, l.count, l.count);
    print("K", l.K, l.count, l.count);
    print("basis", l.basis, l.count, n);
    print("eigenvalues", m.eigenvalue, l.count);
    print("shapes", m.shape, l.count, l.count);
    std::printf("\"status\": %d}\n", static_cast<int>(m.status));
}
