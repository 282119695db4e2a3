// The operators of 000: against the matrices that they stand for, its two examples, and the mass matrix.
#include "limb/operators.hpp"

#include <cmath>

#include "laws.hpp"
#include "limb/mass_matrix.hpp"
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

constexpr int k = 2, size = k * ten.rows;
using Vectors = limb::Stacked<ten, T, k>;
using Matrices = limb::Diagonal<ten, T, k>;
using Big = limb::Dense<T, size, size>;

// Phi_A element by element, as definition 1 says
Big phi_matrix(const Matrices& A) {
    Big Phi{};
    for (int i = 0; i < ten.rows; ++i)
        for (int j = 0; j < ten.rows; ++j)
            if (limb::row_topology<ten>.parent[i] == j)
                for (int r = 0; r < k; ++r)
                    for (int c = 0; c < k; ++c) Phi[k * i + r][k * j + c] = A[i][r][c];
    return Phi;
}
// M x or M'x
Vectors times(const Big& M, const Vectors& x, bool transposed) {
    Vectors y{};
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j) y[i / k][i % k] += (transposed ? M[j][i] : M[i][j]) * x[j / k][j % k];
    return y;
}

void operators_are_their_matrices() {
    Worst phi{"Phi"}, phi_transposed{"Phi'"}, psi{"Psi"}, psi_transposed{"Psi'"};
    Random random(1);
    for (int sample = 0; sample < laws::samples; ++sample) {
        Matrices A;
        Vectors x;
        for (auto& matrix : A)
            for (auto& line : matrix) random.fill(line, 1);
        for (auto& vector : x) random.fill(vector, 1);
        const Big Phi = phi_matrix(A);
        const auto see = [](Worst& worst, const Vectors& got, const Vectors& expected) {
            Error error;
            for (int i = 0; i < ten.rows; ++i) error.see_all(got[i], expected[i]);
            worst.see(error);
        };
        see(phi, limb::phi<ten>(A, x), times(Phi, x, false));
        see(phi_transposed, limb::phi_transposed<ten>(A, x), times(Phi, x, true));
        for (const bool transposed :
             {false, true}) {  // 1 + Phi + Phi^2 + ... ends with the fourth power: nilpotency is 5
            Vectors sum = x, power = x;
            for (int n = 1; n < 5; ++n) {
                power = times(Phi, power, transposed);
                for (int i = 0; i < ten.rows; ++i)
                    for (int c = 0; c < k; ++c) sum[i][c] += power[i][c];
            }
            power = times(Phi, power, transposed);
            for (const auto& vector : power)
                for (const T element : vector) TEST_ASSERT_TRUE(element == 0);
            if (transposed)
                see(psi_transposed, limb::psi_transposed<ten>(A, x), sum);
            else
                see(psi, limb::psi<ten>(A, x), sum);
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
    limb::add_product(y, A, x);
    return y;
}

// (M4): (Izz + m L^2) thdd = tau - m g L sin th
void pendulum_moves_as_printed() {
    Worst worst{"M4"};
    laws::at_random_states<pendulum, T>([&](const auto& s, Random&) {
        const double th = double(s.q[0]), thd = double(s.qd[0]), sx = L * std::sin(th), sy = -L * std::cos(th);
        const limb::Stacked<pendulum, double, 6> G{Six{0, 0, 1, 0, 0, 0}};
        const limb::Diagonal<pendulum, double, 6> D{};
        const auto J = limb::psi<pendulum>(D, G);
        const auto Q = limb::psi_transposed<pendulum>(
            D, limb::Stacked<pendulum, double, 6>{product(joint_centred(m2, Izz, sx, sy), J[0])});
        // B - Y'F with F = (0, -m g e_y) at s
        const auto C = limb::psi_transposed<pendulum>(
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
            auto J = limb::psi<cart_and_pendulum>(D, G);
            for (int i = 0; i < 2; ++i) J[i] = product(M[i], J[i]);
            const auto Q = limb::psi_transposed<cart_and_pendulum>(D, J);
            mass[0][j] = Q[0][3], mass[1][j] = Q[1][2];
        }
        const auto C = limb::psi_transposed<cart_and_pendulum>(
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
        const limb::Joints<pendulum, T> angle{s.q[1]}, rate{s.qd[1]}, torque{s.tau[1]};
        const auto bob = limb::forward_dynamics_aba<pendulum>(angle, rate, torque, down, cart);
        Error swing;
        swing.at_least(qdd[0]);
        swing.see(double(bob[0]), qdd[1]);
        driven.see(swing);
    });
    laws::demand<T>(free, 1e-5);
    laws::demand<T>(driven, 1e-5);
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
    RUN_TEST(operators_are_their_matrices);
    RUN_TEST(pendulum_moves_as_printed);
    RUN_TEST(pendulum_on_a_moving_base_moves_as_printed);
    RUN_TEST(mass_matrix_times_a_vector_and_back<crane>);
    RUN_TEST(mass_matrix_times_a_vector_and_back<crane_looped>);
    RUN_TEST(mass_matrix_times_a_vector_and_back<walker>);
    return UNITY_END();
}
