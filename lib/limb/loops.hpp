#pragma once
// Closed loops: joints that close a chain of bodies back onto itself, as equations phi(q) = 0 between two bodies of the tree,
// or a body and the world. Sources: 003, section 5 (cut hinges, multipliers); 004 eq. (4.18), (4.19); Baumgarte 1972.
//
//   M qdd + c = tau + J'lambda,   J qdd = -Jdot qd - 2 alpha J qd - beta^2 phi
//
// O(N) sweeps of the tree for every equation, then a dense solution of the size of the equations. Equations that others
// imply are found, left out (their multipliers are zero) and counted; those that contradict others are reported. Look at
// the status. N, N m, m, rad. q, qd, tau in the order of the tree's rows: all joints of the tree, not independent ones.
#include "limb/model/attachment.hpp"
#include "limb/numerics/dense.hpp"
#include "limb/forward_dynamics.hpp"
#include "limb/integrate.hpp"
#include "limb/operators.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"   // g++: of an int that is an array's bound

namespace limb::internal {

// ---- the table

enum class Loop {
    spherical,   // a_at and b_at are one point
    pin,         // and a_axis and b_axis one direction
    weld,        // a_at and b_at are one point, and x_a = rotation x_b
    distance,    // a_at and b_at stay .distance apart: a rod without mass
    universal,   // a_at and b_at are one point, a_axis and b_axis at right angles
    slide,       // b_at lies on the line through a_at along a_axis: a shoe in a groove, free to turn
};
constexpr int equations(Loop l) {
    constexpr int count[] = {3, 5, 6, 1, 4, 2};
    static_assert(sizeof count / sizeof *count == int(Loop::slide) + 1);
    return count[int(l)];
}

struct LoopRow {
    const char*      name = "";
    Loop             joint = Loop::spherical;
    const char*      a = "world";            // a row, or "world"
    Vec3<double>     a_at = {0, 0, 0};       // m, in that row's frame
    Vec3<double>     a_axis = {0, 0, 1};     // unit vector in that row's frame, for pin, universal, slide
    const char*      b = "world";
    Vec3<double>     b_at = {0, 0, 0};
    Vec3<double>     b_axis = {0, 0, 1};
    Rotation<double> rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};   // for weld
    double           distance = 0;           // m, for distance
};

template <int N> struct Loops {
    static constexpr int count = N;
    LoopRow given[N]{};
    int     a[N]{}, b[N]{};                  // rows; -1: the world
    int     equations = 0;

    consteval int loop(const char* name) const { return table::known_row(given, name); }
};

template <const auto& robot, class mistake = error::a_row_has_a_field_that_there_is_not_or_a_value_that_does_not_fit>
void loops(...) = delete;
// The loops of a robot. Must initialise a constexpr variable of static storage.
template <const auto& robot, int N> constexpr Loops<N> loops(const LoopRow (&rows)[N]) {
    using namespace table;
    Loops<N> t;
    for (int i = 0; i < N; i++) {
        const LoopRow& l = t.given[i] = rows[i];
        t.a[i] = attached_row<robot>(l.a);
        t.b[i] = attached_row<robot>(l.b);
        t.equations += equations(l.joint);
        check_attachment<robot>(rows, t.a[i], t.b[i], i);
        LIMB_REFUSE(!is_finite(l.a_at) || !is_finite(l.b_at) || !is_finite(l.a_axis) || !is_finite(l.b_axis) || !is_finite(l.rotation) ||
                    !is_finite(l.distance), i, not_finite);
        LIMB_REFUSE(abs(norm(l.a_axis) - 1) > 1e-6 || abs(norm(l.b_axis) - 1) > 1e-6, i, axis_not_unit);
        LIMB_REFUSE(!is_rotation(l.rotation), i, rotation_not_orthonormal);
        LIMB_REFUSE(l.joint == Loop::distance && !(l.distance > 0), i, distance_not_positive);
    }
    return t;
}

// Joints of a robot, chosen by name: those that are held, or those that have a motor.
template <int dof> struct Choice { int count = 0; int of[dof]{}; bool has[dof]{}; };   // freedoms, in the order of qd
template <const auto& robot, int N> constexpr Choice<robot.dof> choose(const char* const (&names)[N]) {
    using namespace table;
    Choice<robot.dof> c{};
    for (int i = 0; i < N; i++) {
        const int row = attached_row<robot>(names[i]);
        if (row < 0) refuse<N>(i, names[i], error::unknown_row);
        if (freedoms(robot.given[row].joint) == 0) refuse<N>(i, names[i], error::row_has_no_freedom);
        for (int j = 0; j < i; j++) if (same(names[i], names[j])) refuse<N>(i, names[i], error::duplicate_name);
        for (int k = 0; k < freedoms(robot.given[row].joint); k++) c.has[robot.row_dof[row] + k] = true;
    }
    for (int k = 0; k < robot.dof; k++) if (c.has[k]) c.of[c.count++] = k;
    return c;
}
template <const auto& robot> inline constexpr Choice<robot.dof> no_joints{};

// ---- what the functions below say of their results

enum class LoopStatus {
    ok,
    inconsistent,    // loops contradict each other (or the joints that are held, or the motion that is asked for)
    not_converged,   // no closed position was found from this start
    flipped,         // closed, but with an axis against its partner: start nearer
    not_actuated,    // the motors cannot give this motion; the residual says what is missing
    not_finite,      // NaN or infinity came in
};

// On b at b's point, in the world's axes; a feels the opposite at a's point, and in a groove (slide) where b's point is.
template <const auto& loops, class T = float> using LoopForces = Column<Wrench<T>, loops.count>;

// How fast drift is taken back: 1/s, 1/s. Zeros: not at all. Passed among the options.
template <class T = float> struct Stabilisation {
    using option = StabilisationOption;
    T alpha = T(20.0f), beta = T(20.0f);
    T tolerance = T(1e-4f);              // m, rad: loops that contradict each other by less are not reported
};

// ---- the equations

// what the sweeps need of a table, as T; u in a's frame must stay at right angles to v in b's, of a slide to the way from a to b
template <class T> struct LoopNumbers {
    Loop joint;
    short a, b, equations, right_angles;
    T distance;
    Vector<T> a_at, b_at, a_axis, b_axis, u[3], v[3];
};
template <const auto& loops, class T> struct LoopTable { LoopNumbers<T> of[loops.count]; };
template <const auto& loops, class T> inline constexpr auto loop_table = [] {
    using namespace table;
    LoopTable<loops, T> t{};
    for (int i = 0; i < loops.count; i++) {
        const LoopRow& l = loops.given[i];
        LoopNumbers<T>& k = t.of[i];
        k = {l.joint, short(loops.a[i]), short(loops.b[i]), short(equations(l.joint)), 0, T(l.distance),
             as_numbers<T>(l.a_at), as_numbers<T>(l.b_at), as_numbers<T>(l.a_axis), as_numbers<T>(l.b_axis), {}, {}};
        const auto right_angle = [&](Vec u, Vec v) {
            k.u[k.right_angles] = as_numbers<T>(u);
            k.v[k.right_angles++] = as_numbers<T>(v);
        };
        if (l.joint == Loop::pin || l.joint == Loop::slide) {
            const Vec z = l.a_axis, x = unit(cross(z, abs(z.x) < 0.6 ? Vec{1, 0, 0} : Vec{0, 1, 0}));
            right_angle(x, l.b_axis);
            right_angle(cross(z, x), l.b_axis);
        }
        if (l.joint == Loop::universal) right_angle(l.a_axis, l.b_axis);
        if (l.joint == Loop::weld) {
            const Mat b = transpose(l.rotation);   // its rows: b's axes in a's frame
            right_angle(b.x, {0, 1, 0});
            right_angle(b.y, {0, 0, 1});
            right_angle(b.z, {1, 0, 0});
            k.a_axis = as_numbers<T>(b.x);
            k.b_axis = {T(1.0f), T(0.0f), T(0.0f)};
        }
    }
    return t;
}();

template <const auto& robot, const auto& loops, class T = float> struct LoopEquations {
    Column<T, loops.equations> residual{};              // phi, m or rad
    Dense<T, loops.equations, robot.dof> jacobian{};    // J; a row that nothing can change is zero
    Column<T, loops.equations> bias{};                  // Jdot qd
    Column<Wrench<T>, loops.equations> unit{};   // what a unit multiplier exerts on b
    bool flipped = false;
};

// q: Positions or Pose; qd left out: at rest
template <const auto& robot, const auto& loops, class Q, class QD = Zero, class T = number_of<robot, Q, QD>>
constexpr LoopEquations<robot, loops, T> loop_equations(const Q& q, const QD& qd = {}) {
    const auto s = world_kinematics<robot>(q, qd, Zero{});
    LoopEquations<robot, loops, T> e;
    int i = 0;
    for (int l = 0; l < loops.count; l++) {
        const auto& k = loop_table<loops, T>.of[l];
        const int row_a = k.a, row_b = k.b;
        auto a = attachment<robot>(s, row_a, k.a_at);
        const auto b = attachment<robot>(s, row_b, k.b_at);

        // phi' = moment . (w_b - w_a) + force . (v_b - v_a), freedom by freedom
        const auto add = [&](T residual, T bias, const Vector<T>& moment, const Vector<T>& force) {
            e.residual[i] = residual;
            e.bias[i] = bias;
            e.unit[i] = {.moment = moment, .force = force};
            T largest(0.0f), reach(0.0f);
            for (int f = 0; f < robot.dof; f++) {
                const Screw<T>& screw = s.freedom[std::size_t(f)];
                const bool on_a = row_a >= 0 && moves<robot>(f, row_a), on_b = row_b >= 0 && moves<robot>(f, row_b);
                if (!on_a && !on_b) continue;
                const Vector<T> v = on_a && on_b ? cross(screw.angular, b.position - a.position)
                                    : on_b       ? velocity_at(screw, b.position) : -velocity_at(screw, a.position);
                const Vector<T> w = on_a && on_b ? Vector<T>{} : on_b ? screw.angular : -screw.angular;
                const T change = dot(force, v) + dot(moment, w);
                const auto size = [](const Vector<T>& x) { return magnitude(x.x) + magnitude(x.y) + magnitude(x.z); };
                const T most = size(force) * size(v) + size(moment) * size(w);
                e.jacobian[i][f] = change;
                if (magnitude(change) > largest) largest = magnitude(change);
                if (most > reach) reach = most;
            }
            // nothing but rounding: across the plane of a planar mechanism, say
            if (largest <= pivot_tolerance<T> * reach) e.jacobian[i] = {};
            i++;
        };

        const auto d = b.position - a.position, dv = b.velocity - a.velocity, da = b.acceleration - a.acceleration;
        if (k.joint == Loop::distance) {   // phi = (d.d / L - L) / 2: smooth, and its slope is one at closure
            const T scale = T(1.0f) / k.distance;
            add((dot(d, d) * scale - k.distance) * T(0.5f), (dot(d, da) + dot(dv, dv)) * scale, {}, d * scale);
            continue;
        }
        const auto Ua = rate(a.angular_velocity, a.angular_acceleration);
        if (k.joint == Loop::slide) {   // phi = u . d
            a.position = b.position;    // a feels the force where b's point is
            for (int r = 0; r < k.right_angles; r++) {
                const Vector<T> u = a.rotation * k.u[r];
                add(dot(u, d), dot(Ua * u, d) + T(2.0f) * dot(cross(a.angular_velocity, u), dv) + dot(u, da), {}, u);
            }
            continue;
        }
        const T one(1.0f), none(0.0f);
        add(d.x, da.x, {}, {one, none, none});
        add(d.y, da.y, {}, {none, one, none});
        add(d.z, da.z, {}, {none, none, one});
        const auto Ub = rate(b.angular_velocity, b.angular_acceleration);
        for (int r = 0; r < k.right_angles; r++) {      // phi = u . v
            const Vector<T> u = a.rotation * k.u[r], v = b.rotation * k.v[r];
            const auto turn_u = cross(a.angular_velocity, u), turn_v = cross(b.angular_velocity, v);
            add(dot(u, v), dot(Ua * u, v) + T(2.0f) * dot(turn_u, turn_v) + dot(u, Ub * v), cross(v, u), {});
        }
        const bool in_line = k.joint == Loop::pin || k.joint == Loop::weld;
        if (in_line && dot(a.rotation * k.a_axis, b.rotation * k.b_axis) < T(0.0f)) e.flipped = true;
    }
    return e;
}

// ---- small helpers

template <const auto& robot, class T> LIMB_INLINE Pose<robot, T> kept_pose(const Positions<robot, T>& q) { return pose<robot>(q); }
template <const auto& robot, class T> LIMB_INLINE const Pose<robot, T>& kept_pose(const Pose<robot, T>& x) { return x; }

// row . v, and what it is made of
template <class T> struct Product { T sum{}, size{}; };
template <class T, int n> constexpr Product<T> product(const Column<T, n>& row, const Column<T, n>& v) {
    Product<T> p;
    for (int k = 0; k < n; k++) {
        p.sum += row[k] * v[k];
        p.size += magnitude(row[k] * v[k]);
    }
    return p;
}
// what may be missed, relative to the largest term in it, before it counts as contradicted
template <class T> inline constexpr T loop_tolerance = T(1e-3f);

// is the equation J v = wanted of some loop missed by more than rounding and `slack`?
template <const auto& loops, class T> constexpr bool contradicted(const auto& J, const auto& v, const auto& wanted, T slack) {
    for (int l = 0, i = 0; l < loops.count; l++) {
        T largest(0.0f), worst(0.0f);
        for (int end = i + loop_table<loops, T>.of[l].equations; i < end; i++) {
            const auto [sum, size] = product(J[i], v);
            const T terms = size + magnitude(wanted[i]), missed = magnitude(sum - wanted[i]);
            if (terms > largest) largest = terms;
            if (missed > worst) worst = missed;
        }
        if (worst > loop_tolerance<T> * largest + slack) return true;
    }
    return false;
}

template <const auto& loops, class T>
constexpr LoopForces<loops, T> loop_forces(const auto& equations_, const Column<T, loops.equations>& multiplier) {
    LoopForces<loops, T> on_b{};
    for (int l = 0, i = 0; l < loops.count; l++)
        for (int end = i + loop_table<loops, T>.of[l].equations; i < end; i++) {
            on_b[l].moment = on_b[l].moment + equations_.unit[i].moment * multiplier[i];
            on_b[l].force = on_b[l].force + equations_.unit[i].force * multiplier[i];
        }
    return on_b;
}

// ---- forward dynamics

template <const auto& robot, const auto& loops, class T = float> struct [[nodiscard]] LoopMotion {
    Joints<robot, T> qdd{};
    LoopForces<loops, T> on_b{};
    int rank = 0;                        // independent equations; robot.dof - rank is the mobility
    LoopStatus status = LoopStatus::ok;
};

// the options of the tree's own sweeps: Stabilisation is none of them
struct NoOption { using option = void; };
template <class O> LIMB_INLINE decltype(auto) of_the_tree(const O& o) {
    if constexpr (is_of<O, StabilisationOption>()) return NoOption{};
    else return (o);
}

// The accelerations that tau gives. Options: those of inverse_dynamics, and Stabilisation.
template <const auto& robot, const auto& loops, class Q, class QD, class Tau = QD, class... Options, class T = number_of<robot, Q, QD, Tau>>
constexpr LoopMotion<robot, loops, T> loop_forward_dynamics(const Q& q, const QD& qd, const Tau& tau, const Options&... options) {
    static_assert(accepts<robot, Takes<GravityOption, BaseOption, ImuOption, WrenchesOption, PayloadOption, StabilisationOption>,
                          Options...>);
    constexpr int m = loops.equations;
    const Stabilisation<T>& pull = option_or<StabilisationOption>(Stabilisation<T>{}, options...);
    const auto& payload = payload_among(options...);
    const auto& x = kept_pose<robot, T>(q);
    const auto e = loop_equations<robot, loops>(x, qd);
    LoopMotion<robot, loops, T> motion;
    motion.qdd = forward_dynamics<robot>(x, qd, tau, of_the_tree(options)...);

    // G = M^-1 J', column by column, and A = J G
    Dense<T, m, robot.dof> G{};
    Dense<T, m, m> A{};
    for (int i = 0; i < m; i++) {
        if (!(product(e.jacobian[i], e.jacobian[i]).sum > T(0.0f))) continue;   // nothing can change it
        G[i] = inverse_mass_times<robot>(x, Joints<robot, T>::from(e.jacobian[i]), payload);
        for (int j = 0; j <= i; j++) A[i][j] = A[j][i] = product(e.jacobian[j], G[i]).sum;
    }
    // each equation in units of its own: a metre does not compare with a radian
    Column<T, m> scale{}, wanted, b;
    for (int i = 0; i < m; i++) {
        if (A[i][i] > T(0.0f)) scale[i] = T(1.0f) / square_root(A[i][i]);
        wanted[i] = -e.bias[i] - T(2.0f) * pull.alpha * product(e.jacobian[i], qd).sum - pull.beta * pull.beta * e.residual[i];
        b[i] = scale[i] * (wanted[i] - product(e.jacobian[i], motion.qdd).sum);
    }
    for (int i = 0; i < m; i++) for (int j = 0; j < m; j++) A[i][j] = A[i][j] * scale[i] * scale[j];

    const SemiDefinite<T, m> factors(A);
    auto multiplier = factors.solve(b);
    motion.rank = factors.rank;
    for (int i = 0; i < m; i++) {   // qdd = qdd_free + M^-1 J' lambda
        multiplier[i] = multiplier[i] * scale[i];
        for (int k = 0; k < robot.dof; k++) motion.qdd[k] += G[i][k] * multiplier[i];
    }
    motion.on_b = loop_forces<loops, T>(e, multiplier);

    const T drift = pull.tolerance * pull.beta * pull.beta;
    if (contradicted<loops, T>(e.jacobian, motion.qdd, wanted, drift)) motion.status = LoopStatus::inconsistent;
    if (!is_finite(motion.qdd) || !is_finite(multiplier)) motion.status = LoopStatus::not_finite;
    return motion;
}

// ---- positions and velocities that keep the loops closed

template <class T> inline constexpr T closure_tolerance = std::is_same_v<T, float> ? T(1e-5f) : T(1e-10);   // m, rad

template <const auto& robot, class T = float> struct [[nodiscard]] ClosedPositions {
    Positions<robot, T> q{};
    T residual{};                        // m or rad, of the worst equation
    int iterations = 0;
    int rank = 0;
    LoopStatus status = LoopStatus::not_converged;
};

// The shortest v with J v = b that moves nothing that is held.
template <const auto& held, class T, int m, int n> struct ShortestMotion {
    Column<T, n> v{};
    int rank = 0;
    constexpr ShortestMotion(const Dense<T, m, n>& J, const Column<T, m>& b) {
        auto t = transposed<T, m, n>(J);
        for (int k = 0; k < n; k++) if (held.has[k]) t[k] = {};
        const Orthogonal<T, n, m> factors(t);
        rank = factors.rank;
        v = factors.least_norm(b);
        for (int k = 0; k < n; k++) if (held.has[k]) v[k] = T(0.0f);   // it is, but for rounding
    }
};

// The closed position near q: Gauss-Newton by the shortest steps in joint space (rad and m alike), which leave the joints
// in `held` (limb::choose) where they are. Every step brings the loops closer; a step that cannot ends the search.
template <const auto& robot, const auto& loops, const auto& held = no_joints<robot>, class Q, class T = number_of<robot, Q>>
constexpr ClosedPositions<robot, T> close_loops(const Q& q, std::type_identity_t<T> tolerance = closure_tolerance<T>,
                                                int most_iterations = 50) {
    constexpr T longest(0.5f);           // rad, m in one step
    const auto open = [](const auto& residual) {
        T sum(0.0f);
        for (const T& x : residual) sum += x * x;
        return sum;
    };
    ClosedPositions<robot, T> found;
    found.q = positions_of<robot, T>(q);
    auto e = loop_equations<robot, loops>(q, Zero{});
    if (!is_finite(e.residual)) {
        found.status = LoopStatus::not_finite;
        return found;
    }
    for (bool closed = false, closer = true;; found.iterations++) {
        found.residual = T(0.0f);
        for (const T& x : e.residual) if (magnitude(x) > found.residual) found.residual = magnitude(x);
        const bool was_closed = closed;
        closed = found.residual <= tolerance;
        if (closed) found.status = e.flipped ? LoopStatus::flipped : LoopStatus::ok;
        // one step beyond the tolerance: it squares what is left
        if (was_closed || !closer || found.iterations == most_iterations) return found;

        // dq = -J'(J J')^-1 phi, shorter where that does not bring the loops closer
        const ShortestMotion<held, T, loops.equations, robot.dof> step(e.jacobian, e.residual);
        found.rank = step.rank;
        T along(-1.0f);
        for (const T& x : step.v) if (magnitude(x) * -along > longest) along = -longest / magnitude(x);
        const T before = open(e.residual);
        closer = false;
        for (int halvings = 0; halvings < 8 && !closer; halvings++, along = along * T(0.5f)) {
            const auto next = integrate<robot>(found.q, Joints<robot, T>::from(step.v), along);
            const auto at_next = loop_equations<robot, loops>(next, Zero{});
            if (!(open(at_next.residual) < before)) continue;
            closer = true;
            found.q = next;
            e = at_next;
        }
    }
}

template <const auto& robot, class T = float> struct [[nodiscard]] ClosedVelocities {
    Joints<robot, T> qd{};
    int rank = 0;
    LoopStatus status = LoopStatus::ok;
};

// The velocities next to qd that keep the loops closed, J qd = 0, those of the joints in `held` unchanged.
// All others zero and the driven joint held: the velocities of the whole mechanism.
template <const auto& robot, const auto& loops, const auto& held = no_joints<robot>, class Q, class QD, class T = number_of<robot, Q, QD>>
constexpr ClosedVelocities<robot, T> close_velocities(const Q& q, const QD& qd) {
    const auto e = loop_equations<robot, loops>(q, Zero{});
    ClosedVelocities<robot, T> found;
    found.qd = qd;
    Column<T, loops.equations> open;     // J qd, to be taken away
    for (int i = 0; i < loops.equations; i++) open[i] = product(e.jacobian[i], qd).sum;
    const ShortestMotion<held, T, loops.equations, robot.dof> change(e.jacobian, open);
    found.rank = change.rank;
    for (int k = 0; k < robot.dof; k++) found.qd[k] -= change.v[k];
    if (contradicted<loops, T>(e.jacobian, change.v, open, T(0.0f))) found.status = LoopStatus::inconsistent;
    if (!is_finite(found.qd)) found.status = LoopStatus::not_finite;
    return found;
}

// ---- inverse dynamics

template <const auto& robot, const auto& loops, class T = float> struct [[nodiscard]] LoopTorques {
    Joints<robot, T> tau{};              // zero where there is no motor
    LoopForces<loops, T> on_b{};
    T residual{};                        // N m (N): the length of what the motors cannot give
    int rank = 0;                        // independent equations
    int spare = 0;                       // motors beyond what the motion needs: then tau is the shortest
    LoopStatus status = LoopStatus::ok;
};

// The torques of the joints in `actuated` (limb::choose) that give qdd, which must keep the loops closed:
//   tau + J'lambda = M qdd + c.   Z spans what the loops leave free (J Z = 0), so Z'tau = Z'(M qdd + c), then lambda.
// Options: those of inverse_dynamics.
template <const auto& robot, const auto& loops, const auto& actuated, class Q, class QD, class QDD = QD, class... Options,
          class T = number_of<robot, Q, QD, QDD>>
constexpr LoopTorques<robot, loops, T> loop_inverse_dynamics(const Q& q, const QD& qd, const QDD& qdd, const Options&... options) {
    static_assert(accepts<robot, TakesForces, Options...>);
    constexpr int m = loops.equations, dof = robot.dof;
    const auto& x = kept_pose<robot, T>(q);
    const auto e = loop_equations<robot, loops>(x, qd);
    const auto load = inverse_dynamics<robot>(x, qd, qdd, options...);
    LoopTorques<robot, loops, T> found;

    const Orthogonal<T, dof, m> factors(transposed<T, m, dof>(e.jacobian));   // J' P = Q R; the columns of Q beyond the rank are Z
    found.rank = factors.rank;
    Dense<T, dof, dof> motor{};          // column k: Z's row k where there are motors
    Column<T, dof> needed{};             // Z'load
    for (int k = factors.rank; k < dof; k++) {
        const auto z = factors.beyond(k);
        needed[k] = product(z, load).sum;
        for (int i = 0; i < actuated.count; i++) motor[actuated.of[i]][k] = z[actuated.of[i]];
    }
    const Orthogonal<T, dof, dof> motors(motor);
    found.spare = actuated.count - motors.rank;
    found.tau = Joints<robot, T>::from(motors.least_norm(needed));
    for (int k = 0; k < dof; k++) if (!actuated.has[k]) found.tau[k] = T(0.0f);   // it is, but for rounding

    Column<T, dof> rest;
    for (int k = 0; k < dof; k++) rest[k] = load[k] - found.tau[k];
    const auto multiplier = factors.solve(rest);
    found.on_b = loop_forces<loops, T>(e, multiplier);

    T missing(0.0f), whole(0.0f);
    const auto by_motion = factors.apply_transposed(rest);
    for (int k = 0; k < dof; k++) {
        if (k >= factors.rank) missing += by_motion[k] * by_motion[k];
        whole += load[k] * load[k];
    }
    found.residual = square_root(missing);
    if (found.residual > loop_tolerance<T> * square_root(whole)) found.status = LoopStatus::not_actuated;
    Column<T, m> wanted;
    for (int i = 0; i < m; i++) wanted[i] = -e.bias[i];
    if (contradicted<loops, T>(e.jacobian, qdd, wanted, T(0.0f))) found.status = LoopStatus::inconsistent;
    if (!is_finite(found.tau) || !is_finite(multiplier)) found.status = LoopStatus::not_finite;
    return found;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Loop; using internal::LoopRow; using internal::Loops; using internal::loops;
using internal::Choice; using internal::choose; using internal::no_joints; using internal::LoopStatus;
using internal::LoopForces; using internal::Stabilisation; using internal::LoopEquations;
using internal::loop_equations; using internal::LoopMotion; using internal::loop_forward_dynamics;
using internal::ClosedPositions; using internal::close_loops; using internal::ClosedVelocities;
using internal::close_velocities; using internal::LoopTorques; using internal::loop_inverse_dynamics;

}  // namespace limb

#pragma GCC diagnostic pop
