// The operators of 000: against the matrices that they stand for, its two examples, and the mass matrix.
#include "limb/operators.hpp"

#include <cmath>
#include <initializer_list>
#include <type_traits>

#include "laws.hpp"
#include "limb/mass_matrix.hpp"
#include "limb/model/world_kinematics.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using namespace small_robots;
using laws::Error;
using laws::Random;
using laws::Worst;
using T = LIMB_TEST_NUMBER;

// --- Psi_A of the ten bodies of figure 2, rows in an order that is not parent-first

constexpr limb::Row row(const char* name, const char* parent) {
    return {.name = name, .parent = parent, .joint = revolute_z, .mass = 1, .com = {0.1, 0, 0}, .inertia = {1, 1, 1}};
}
constexpr auto ten = limb::tree({row("8", "7"), row("2", "1"), row("3", "1"), row("4", "3"), row("5", "3"),
                                 row("6", "5"), row("7", "4"), row("1", "world"), row("9", "1"), row("10", "9")});

// its sets as printed: chains {j <= i} are the rows of path, branches {j >= i} its columns
constexpr auto to_root = path_matrix(limb::row_topology<ten>);
constexpr bool is_set(auto belongs, std::initializer_list<const char*> names) {
    for (int j = 0; j < ten.rows; ++j) {
        bool named = false;
        for (const char* name : names) named = named || limb::internal::table::same(name, ten.given[j].name);
        if (belongs(j) != named) return false;
    }
    return true;
}
constexpr bool chain(int end, std::initializer_list<const char*> names) {
    return is_set([&](int j) { return to_root[end][j] == 1; }, names);
}
constexpr bool branch(int start, std::initializer_list<const char*> names) {
    return is_set([&](int j) { return to_root[j][start] == 1; }, names);
}
constexpr bool children(int of, std::initializer_list<const char*> names) {
    return is_set([&](int j) { return limb::row_topology<ten>.parent[j] == of; }, names);
}
static_assert(chain(ten.row("2"), {"2", "1"}) && chain(ten.row("6"), {"6", "5", "3", "1"}) &&
              chain(ten.row("10"), {"10", "9", "1"}));
static_assert(branch(ten.row("1"), {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}) && branch(ten.row("2"), {"2"}));
static_assert(branch(ten.row("3"), {"3", "4", "5", "6", "7", "8"}) && branch(ten.row("4"), {"4", "7", "8"}));
static_assert(children(ten.row("1"), {"2", "3", "9"}) && children(ten.row("3"), {"4", "5"}) &&
              children(ten.row("4"), {"7"}));
static_assert(children(ten.row("2"), {}) && children(ten.row("6"), {}) && children(ten.row("8"), {}) &&
              children(ten.row("10"), {}));

// figure 3: all hang from the first
constexpr auto star = limb::tree({row("1", "world"), row("2", "1"), row("3", "1"), row("4", "1")});

constexpr int k = 2;
template <const auto& robot> using Vectors = limb::Stacked<robot, T, k>;
template <const auto& robot> using Matrices = limb::Diagonal<robot, T, k>;
template <const auto& robot> using Big = limb::Dense<T, k * robot.rows, k * robot.rows>;

// Phi_A element by element, as definition 1 says
template <const auto& robot> Big<robot> phi_matrix(const Matrices<robot>& A) {
    Big<robot> Phi{};
    for (int i = 0; i < robot.rows; ++i)
        for (int j = 0; j < robot.rows; ++j)
            if (limb::row_topology<robot>.parent[i] == j)
                for (int r = 0; r < k; ++r)
                    for (int c = 0; c < k; ++c) Phi[k * i + r][k * j + c] = A[i][r][c];
    return Phi;
}
// M x or M'x
template <const auto& robot> Vectors<robot> times(const Big<robot>& M, const Vectors<robot>& x, bool transposed) {
    Vectors<robot> y{};
    for (int i = 0; i < k * robot.rows; ++i)
        for (int j = 0; j < k * robot.rows; ++j) y[i / k][i % k] += (transposed ? M[j][i] : M[i][j]) * x[j / k][j % k];
    return y;
}

// 1 + Phi + Phi^2 + ... ends before the power that is zero, and not earlier
template <const auto& robot, int nilpotency> void operators_are_their_matrices() {
    Worst phi{"Phi"}, phi_transposed{"Phi'"}, psi{"Psi"}, psi_transposed{"Psi'"};
    Random random(1);
    for (int sample = 0; sample < laws::samples; ++sample) {
        Matrices<robot> A;
        Vectors<robot> x;
        for (auto& matrix : A)
            for (auto& line : matrix) random.fill(line, 1);
        for (auto& vector : x) random.fill(vector, 1);
        const auto Phi = phi_matrix<robot>(A);
        const auto see = [](Worst& worst, const Vectors<robot>& got, const Vectors<robot>& expected) {
            Error error;
            for (int i = 0; i < robot.rows; ++i) error.see_all(got[i], expected[i]);
            worst.see(error);
        };
        const auto vanishes = [](const Vectors<robot>& v) {
            for (const auto& vector : v)
                for (const T element : vector)
                    if (element != 0) return false;
            return true;
        };
        see(phi, limb::phi_times<robot>(A, x), times<robot>(Phi, x, false));
        see(phi_transposed, limb::phi_transposed_times<robot>(A, x), times<robot>(Phi, x, true));
        for (const bool transposed : {false, true}) {
            Vectors<robot> sum = x, power = x;
            for (int n = 1; n < nilpotency; ++n) {
                power = times<robot>(Phi, power, transposed);
                for (int i = 0; i < robot.rows; ++i)
                    for (int c = 0; c < k; ++c) sum[i][c] += power[i][c];
            }
            TEST_ASSERT_FALSE(vanishes(power));
            TEST_ASSERT_TRUE(vanishes(times<robot>(Phi, power, transposed)));
            if (transposed)
                see(psi_transposed, limb::psi_transposed_times<robot>(A, x), sum);
            else
                see(psi, limb::psi_times<robot>(A, x), sum);
        }
    }
    for (const auto& worst : {phi, phi_transposed, psi, psi_transposed}) laws::demand<T>(worst, laws::rounding);
}

// --- examples 1 (M4) and 2 (N4): the operators put together as in (13) to (18), in the world's axes

constexpr double m1 = 1.25, m2 = 0.75, L = 0.5, Izz = 0.0625, g = 9.81;
// clang-format off
constexpr auto pendulum = limb::tree({
    {.name = "bob", .joint = revolute_z, .mass = m2, .com = {0, -L, 0}, .inertia = {Izz, 0.03, Izz}},
});
constexpr auto cart_and_pendulum = limb::tree({
    {.name = "cart", .joint = prismatic_x, .mass = m1,                    .inertia = {0.1, 0.1, 0.1}},
    {.name = "bob",  .joint = revolute_z,  .mass = m2, .com = {0, -L, 0}, .inertia = {Izz, 0.03, Izz}},
});
// clang-format on

using Six = limb::Column<double, 6>;
using SixBySix = limb::Dense<double, 6, 6>;

constexpr SixBySix identity() {
    SixBySix e{};
    for (int i = 0; i < 6; ++i) e[i][i] = 1;
    return e;
}
// M_i about the joint, of a mass at s that turns about z only: (16)
constexpr SixBySix joint_centred(double m, double about_z, double sx, double sy) {
    SixBySix M{};
    for (int i = 3; i < 6; ++i) M[i][i] = m;
    M[2][2] = about_z + m * (sx * sx + sy * sy);
    M[2][4] = M[4][2] = m * sx;
    M[2][3] = M[3][2] = -m * sy;
    return M;
}
constexpr Six product(const SixBySix& A, const Six& x) {
    Six y{};
    limb::internal::add_product(y, A, x);
    return y;
}
constexpr double dot(const Six& a, const Six& b) {
    double sum = 0;
    for (int i = 0; i < 6; ++i) sum += a[i] * b[i];
    return sum;
}

// (M4): (Izz + m L^2) thdd = tau - m g L sin th
void pendulum_moves_as_printed() {
    Worst worst{"M4"};
    laws::at_random_states<pendulum, T>([&](const auto& s, Random&) {
        const double th = double(s.q[0]), thd = double(s.qd[0]), sx = L * std::sin(th), sy = -L * std::cos(th);
        const limb::Stacked<pendulum, double, 6> G{Six{0, 0, 1, 0, 0, 0}};
        const limb::Diagonal<pendulum, double, 6> D{};
        const auto J = limb::psi_times<pendulum>(D, G);
        const auto Q = limb::psi_transposed_times<pendulum>(
            D, limb::Stacked<pendulum, double, 6>{product(joint_centred(m2, Izz, sx, sy), J[0])});
        // B - Y'F with F = (0, -m g e_y) at s
        const auto C = limb::psi_transposed_times<pendulum>(
            D, limb::Stacked<pendulum, double, 6>{
                   Six{0, 0, sx * m2 * g, -m2 * thd * thd * sx, -m2 * thd * thd * sy + m2 * g, 0}});
        const double mass = Q[0][2], expected = (double(s.tau[0]) - C[0][2]) / mass;
        Error error;
        error.see(mass, Izz + m2 * L * L);
        error.see(C[0][2], m2 * g * L * std::sin(th));
        TEST_ASSERT_TRUE(error.relative() < 1e-14);
        const limb::Gravity<T> down{{0, T(-g), 0}};
        worst.see(laws::difference(limb::forward_dynamics_aba<pendulum>(s.q, s.qd, s.tau, down),
                                   etl::array<double, 1>{expected}));
    });
    laws::demand<T>(worst, laws::rounding);
}

// (N4), the cart free: G'Psi'M Psi G and G'Psi'(B - Y'F) against the printed system, and limb's accelerations against
// both. The cart driven with the acceleration that came out, as limb::Base: the bob must then swing as before.
void pendulum_on_a_moving_base_moves_as_printed() {
    Worst free{"N4"}, driven{"N4, driven"};
    laws::at_random_states<cart_and_pendulum, T>([&](const auto& s, Random&) {
        const double th = double(s.q[1]), thd = double(s.qd[1]), sx = L * std::sin(th), sy = -L * std::cos(th);
        const double f = double(s.tau[0]), tau = double(s.tau[1]);
        const limb::Diagonal<cart_and_pendulum, double, 6> D{SixBySix{}, identity()};  // d_2 = 0
        const SixBySix M[2] = {joint_centred(m1, 0.1, 0, 0), joint_centred(m2, Izz, sx, sy)};
        const Six axis[2] = {{0, 0, 0, 1, 0, 0}, {0, 0, 1, 0, 0, 0}};
        double mass[2][2];
        for (int j = 0; j < 2; ++j) {  // one column of M at a time
            limb::Stacked<cart_and_pendulum, double, 6> G{};
            G[j] = axis[j];
            auto J = limb::psi_times<cart_and_pendulum>(D, G);
            for (int i = 0; i < 2; ++i) J[i] = product(M[i], J[i]);
            const auto Q = limb::psi_transposed_times<cart_and_pendulum>(D, J);
            mass[0][j] = Q[0][3], mass[1][j] = Q[1][2];
        }
        const auto C = limb::psi_transposed_times<cart_and_pendulum>(
            D, limb::Stacked<cart_and_pendulum, double, 6>{
                   Six{0, 0, 0, -f, m1 * g, 0},
                   Six{0, 0, sx * m2 * g, -m2 * thd * thd * sx, -m2 * thd * thd * sy + m2 * g, 0}});
        const double printed[2][2] = {{m1 + m2, m2 * L * std::cos(th)}, {m2 * L * std::cos(th), Izz + m2 * L * L}};
        const double right[2] = {f + m2 * L * std::sin(th) * thd * thd, tau - m2 * g * L * std::sin(th)};
        Error error;
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j) error.see(mass[i][j], printed[i][j]);
        error.see(-C[0][3], right[0]);
        error.see(tau - C[1][2], right[1]);
        TEST_ASSERT_TRUE(error.relative() < 1e-14);

        const double determinant = mass[0][0] * mass[1][1] - mass[0][1] * mass[1][0];
        const etl::array<double, 2> qdd{(mass[1][1] * right[0] - mass[0][1] * right[1]) / determinant,
                                        (mass[0][0] * right[1] - mass[1][0] * right[0]) / determinant};
        const limb::Gravity<T> down{{0, T(-g), 0}};
        const auto got = limb::forward_dynamics_aba<cart_and_pendulum>(s.q, s.qd, s.tau, down);
        free.see(laws::difference(got, qdd));
        const limb::Base<T> cart{.acceleration = {got[0], 0, 0}};
        const limb::Positions<pendulum, T> angle{s.q[1]};
        const limb::Joints<pendulum, T> rate{s.qd[1]}, torque{s.tau[1]};
        const auto bob = limb::forward_dynamics_aba<pendulum>(angle, rate, torque, down, cart);
        Error swing;
        swing.at_least(qdd[0]);
        swing.see(double(bob[0]), qdd[1]);
        driven.see(swing);
    });
    laws::demand<T>(free, 1e-5);
    laws::demand<T>(driven, 1e-5);
}

// --- (18) and (19b): turns, a slide and a branch, in the world's axes, put together from the public operators and the
// rows' motions: M = G'Psi_D'M Psi_D G, and M^-1 = (1 - K'Phi_D Psi_beta G) R^-1 (1 - G'Psi_beta'Phi_D'K)

constexpr auto branched = limb::tree(changed(crane_rows, [](limb::Row& r) {
                                         if (r.joint == fixed) r.joint = revolute_y, r.parent = "boom";
                                     }).row);

// A'B C
constexpr SixBySix product(const SixBySix& A, const SixBySix& B, const SixBySix& C) {
    SixBySix out{};
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j)
            for (int n = 0; n < 6; ++n)
                for (int p = 0; p < 6; ++p) out[i][j] += A[n][i] * B[n][p] * C[p][j];
    return out;
}
constexpr void set_block(SixBySix& M, int row, int column, const limb::Rotation<double>& block) {
    const limb::Vector<double> lines[] = {block.x, block.y, block.z};
    for (int i = 0; i < 3; ++i)
        M[row + i][column] = lines[i].x, M[row + i][column + 1] = lines[i].y, M[row + i][column + 2] = lines[i].z;
}
constexpr limb::Rotation<double> tilde(const limb::Vector<double>& v) { return limb::internal::as_numbers<double>(limb::internal::skew(v)); }

// What 000 names after (4) to (17), of one state, by row.
template <const auto& robot> struct Branches {
    using Bodies = limb::Stacked<robot, double, 6>;
    using Numbers = limb::Joints<robot, double>;

    limb::Diagonal<robot, double, 6> D{}, M{}, beta{};
    Bodies G{}, a{}, load{}, K{};  // load: B - Y'F, F being gravity
    Numbers R{};

    explicit Branches(const laws::State<robot, double>& s) {
        constexpr auto& tree = limb::row_topology<robot>;
        const auto at = limb::world_kinematics<robot>(s.q, s.qd);
        for (int i = 0; i < robot.rows; ++i) {
            const auto& given = robot.given[i];
            const auto& [xx, yy, zz, xy, xz, yz] = given.inertia;
            const auto Q = at.row[i].rotation;
            const auto w = at.row[i].angular_velocity, arm = Q * given.com,
                       weight = limb::Vector<double>{0, 0, given.mass * g};
            const auto about_joint =
                limb::internal::as_numbers<double>(Q * full(limb::internal::Sym3<double>{xx, xy, xz, yy, yz, zz}) * transpose(Q) -
                                    tilde(arm) * tilde(arm * given.mass));
            set_block(M[i], 0, 0, about_joint);  // (16)
            set_block(M[i], 0, 3, tilde(arm * given.mass));
            set_block(M[i], 3, 0, tilde(arm * -given.mass));
            for (int c = 3; c < 6; ++c) M[i][c][c] = given.mass;
            load[i] = laws::stacked<double>(cross(w, about_joint * w) + cross(arm, weight),  // (17)
                                            cross(w, cross(w, arm)) * given.mass + weight);
            const auto& screw = at.freedom[robot.row_dof[i]];
            G[i] = laws::stacked<double>(screw.angular, screw.linear);
            const int parent = tree.parent[i];
            if (parent < 0) continue;
            const auto d = at.row[i].position - at.row[parent].position, wp = at.row[parent].angular_velocity;
            D[i] = identity();  // (4)
            set_block(D[i], 3, 0, tilde(-d));
            const double qd = s.qd[robot.row_dof[i]];  // (5a), and of what slides Coriolis's acceleration
            a[i] = laws::stacked<double>(cross(wp, screw.angular) * qd,
                                         cross(wp, cross(wp, d)) + cross(wp, screw.linear) * (2 * qd));
        }
        auto J = M;  // branch inertias, from the tips inward
        for (int last = robot.rows - 1; last >= 0; --last) {
            const int i = tree.order[last], parent = tree.parent[i];
            const Six JG = product(J[i], G[i]);
            const double r = R[robot.row_dof[i]] = dot(G[i], JG);
            SixBySix rest = J[i], let_go = identity();
            for (int c = 0; c < 6; ++c) {
                K[i][c] = JG[c] / r;
                for (int e = 0; e < 6; ++e) rest[c][e] -= JG[c] * JG[e] / r, let_go[c][e] -= G[i][c] * JG[e] / r;
            }
            beta[i] = product(identity(), let_go, D[i]);
            const SixBySix carried = product(D[i], rest, D[i]);
            for (int c = 0; c < 6 && parent >= 0; ++c)
                for (int e = 0; e < 6; ++e) J[parent][c][e] += carried[c][e];
        }
    }

    static Bodies spread(const Bodies& columns, const Numbers& x) {  // G x, K x
        Bodies out{};
        for (int i = 0; i < robot.rows; ++i)
            for (int c = 0; c < 6; ++c) out[i][c] = columns[i][c] * x[robot.row_dof[i]];
        return out;
    }
    static Numbers gathered(const Bodies& columns, const Bodies& x) {  // G'x, K'x
        Numbers out{};
        for (int i = 0; i < robot.rows; ++i) out[robot.row_dof[i]] = dot(columns[i], x[i]);
        return out;
    }
    // G'Psi_D'(M v' + more)
    Numbers torques(const Bodies& accelerations, Bodies more) const {
        for (int i = 0; i < robot.rows; ++i) limb::internal::add_product(more[i], M[i], accelerations[i]);
        return gathered(G, limb::psi_transposed_times<robot>(D, more));
    }
    Numbers mass_times(const Numbers& x) const { return torques(limb::psi_times<robot>(D, spread(G, x)), {}); }  // (18c)
    Numbers bias() const { return torques(limb::psi_times<robot>(D, a), load); }                                 // (18b)
    Numbers inverse_mass_times(Numbers x) const {                                                          // (19b)
        const auto inward =
            gathered(G, limb::psi_transposed_times<robot>(beta, limb::phi_transposed_times<robot>(D, spread(K, x))));
        for (int i = 0; i < robot.dof; ++i) x[i] = (x[i] - inward[i]) / R[i];
        const auto outward = gathered(K, limb::phi_times<robot>(D, limb::psi_times<robot>(beta, spread(G, x))));
        for (int i = 0; i < robot.dof; ++i) x[i] -= outward[i];
        return x;
    }
};

template <class Double> void factorised_inverse_is_as_printed() {
    Worst mass{"(18c)"}, bias{"(18b)"}, inverse{"(19b)"}, motion{"motion"};
    laws::at_random_states<branched, Double>([&](const auto& s, Random&) {
        const Branches<branched> printed(s);
        mass.see(laws::difference(limb::mass_times<branched>(s.q, s.qdd), printed.mass_times(s.qdd)));
        bias.see(laws::difference(limb::bias_torque<branched>(s.q, s.qd), printed.bias()));
        inverse.see(
            laws::difference(limb::inverse_mass_times<branched>(s.q, s.tau), printed.inverse_mass_times(s.tau)));
        auto rest = printed.bias();
        for (int i = 0; i < branched.dof; ++i) rest[i] = s.tau[i] - rest[i];
        motion.see(
            laws::difference(limb::forward_dynamics_aba<branched>(s.q, s.qd, s.tau), printed.inverse_mass_times(rest)));
    });
    for (const auto& worst : {mass, bias, inverse, motion}) laws::demand<double>(worst, laws::rounding);
}

// --- M v and M^-1 v

constexpr auto crane_looped =
    limb::in_form(limb::Form::looped,
                  limb::tree(changed(crane_rows, [](limb::Row& r) { r.armature = r.joint == fixed ? 0 : 0.3; }).row));

template <const auto& robot> void mass_matrix_times_a_vector_and_back() {
    constexpr limb::Payload<robot.rows - 1, T> load{
        .mass = T(1.5),
        .com = {T(0.1), T(-0.2), T(0.05)},
        .inertia = {T(0.02), T(0.03), T(0.025), T(0.001), T(-0.002), T(0.003)}};
    Worst product{"M v"}, back{"M^-1 M v"};
    laws::at_random_states<robot, T>([&](const auto& s, Random&) {
        const auto see = [&](const auto&... options) {
            const auto M = limb::mass_matrix<robot>(s.q, options...);
            const auto Mv = limb::mass_times<robot>(s.q, s.qdd, options...);
            Error error;
            for (int i = 0; i < robot.dof; ++i) {
                T sum = 0;
                for (int j = 0; j < robot.dof; ++j) {
                    sum += M[i][j] * s.qdd[j];
                    error.at_least(double(M[i][j] * s.qdd[j]));
                }
                error.see(double(Mv[i]), double(sum));
            }
            product.see(error);
            back.see(laws::difference(limb::inverse_mass_times<robot>(s.q, Mv, options...), s.qdd));
        };
        see();
        see(load);
    });
    laws::demand<T>(product, laws::rounding);
    laws::demand<T>(back, 1e-4);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST((operators_are_their_matrices<ten, 5>));
    RUN_TEST((operators_are_their_matrices<star, 2>));
    RUN_TEST(pendulum_moves_as_printed);
    RUN_TEST(pendulum_on_a_moving_base_moves_as_printed);
    if constexpr (std::is_same_v<T, double>) RUN_TEST(factorised_inverse_is_as_printed<T>);
    RUN_TEST(mass_matrix_times_a_vector_and_back<crane>);
    RUN_TEST(mass_matrix_times_a_vector_and_back<crane_looped>);
    RUN_TEST(mass_matrix_times_a_vector_and_back<walker>);
    RUN_TEST(mass_matrix_times_a_vector_and_back<lamp>);
    return UNITY_END();
}
