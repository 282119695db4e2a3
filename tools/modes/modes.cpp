// Small motions of one robot (tools/robot/robot.hpp) about one position, printed as JSON for tools/modes.py. Compiled once for each
// robot and change:
//   LOOPS          its table of loops, if they are to be closed
//   CHANGE, SIGN   a number of its table that is changed a little, as row[1].com.z, and which way, 1 or -1
//   BELOW_ZERO     whether it may become negative
// Arguments: the gravity x y z, then q.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "tools/robot/as_json.hpp"
#include "tools/robot/robot.hpp"

namespace tool::modes {

constexpr const auto& given = tool::robot;
struct Rows {
    limb::Row row[given.rows];
    double step;  // by which a number was changed
};
// Friction has no slope at rest: it is left out. What is changed a little need not be a real body.
constexpr Rows rows = [] {
    Rows r{};
    auto& row = r.row;
    for (int i = 0; i < given.rows; i++) {
        row[i] = given.given[i];
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

// the first `rows` x `columns` numbers of a matrix
void field(const char* name, const auto& matrix, int rows, int columns) {
    std::vector<std::vector<double>> part;
    for (int i = 0; i < rows; i++) part.emplace_back(matrix[i].begin(), matrix[i].begin() + columns);
    as_json::field(name, part);
}

void run(int argc, char** argv) {
    std::putchar('{');
    as_json::print_table<robot>();
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
    as_json::field("open", closed.status == limb::LoopStatus::ok ? 0.0 : closed.residual);
    q = closed.q;
    const auto l = limb::linearise_closed<robot>(
        force, [](const auto& x) { return limb::loop_equations<robot, LOOPS>(x).jacobian; }, q);
    as_json::field("residual", l.residual);
#else
    limb::Reduced<double, n> l;
    static_cast<limb::Linearised<double, n>&>(l) = limb::linearise<robot>(force, q, still, still);
    l.count = n;
    for (int k = 0; k < n; k++) l.basis[k][k] = 1;
#endif
    as_json::field("step", rows.step);
    const auto m = limb::modes(l.K, l.M, l.count);
    as_json::field("q", q);
    as_json::field("held", force(q, still, still));
    field("M", l.M, l.count, l.count);
    field("C", l.C, l.count, l.count);
    field("K", l.K, l.count, l.count);
    field("basis", l.basis, l.count, n);
    field("shapes", m.shape, l.count, l.count);
    as_json::field("eigenvalues", std::vector<double>(m.eigenvalue.begin(), m.eigenvalue.begin() + l.count));
    as_json::field("status", static_cast<int>(m.status));
    std::puts("}");
}

}  // namespace tool::modes

int main(int argc, char** argv) { tool::modes::run(argc, argv); }
