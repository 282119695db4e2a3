// Where a row is and how it moves, against what one derives by hand: an arm in a plane that telescopes, on a base that is driven;
// a mast on a floating root; an eye on a ball. All at compile time.
#include "limb/kinematics.hpp"

#include "static_laws.hpp"

namespace {

using enum limb::Joint;
using Vec = limb::Vector<double>;

constexpr bool near(double a, double b) { return a - b < 1e-13 && b - a < 1e-13; }
constexpr bool near(Vec a, Vec b) { return near(a.x, b.x) && near(a.y, b.y) && near(a.z, b.z); }
constexpr bool near(const limb::Rotation<double>& A, const limb::Rotation<double>& B) { return near(A.x, B.x) && near(A.y, B.y) && near(A.z, B.z); }

// ---- an arm in the plane z = 0.2: two turns about z and a slide along x; the hand is fixed at the end of the slide

constexpr double l1 = 0.4, l2 = 0.3, height = 0.2;
// clang-format off
constexpr limb::Row rows[] = {
    {.name = "upper", .joint = revolute_z,  .at = {0, 0, height}, .mass = 1, .com = {0.2, 0, 0}, .inertia = {0.01, 0.02, 0.02}},
    {.name = "fore",  .joint = revolute_z,  .at = {l1, 0, 0},     .mass = 1, .com = {0.1, 0, 0}, .inertia = {0.01, 0.02, 0.02}},
    {.name = "slide", .joint = prismatic_x, .at = {l2, 0, 0},     .mass = 1, .com = {0.1, 0, 0}, .inertia = {0.01, 0.02, 0.02}},
    {.name = "hand",  .joint = fixed,       .rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}},
};
// clang-format on
constexpr auto unrolled = limb::tree(rows);
constexpr auto looped = limb::tree(rows, limb::Form::looped);

constexpr double q[]{0.7, -1.9, 0.15}, qd[]{1.1, 0.6, -0.8}, qdd[]{-2.0, 3.0, 1.5};
template <const auto& robot> constexpr auto position = limb::Positions<robot, double>::from(q);
template <const auto& robot> constexpr auto rate = limb::Joints<robot, double>::from(qd);
template <const auto& robot> constexpr auto rate_of_rate = limb::Joints<robot, double>::from(qdd);
// the two directions that the arm points in, and those across them
constexpr auto first = limb::sin_cos(q[0]), second = limb::sin_cos(q[0] + q[1]);
constexpr Vec along1{first.c, first.s, 0}, across1{-first.s, first.c, 0}, along2{second.c, second.s, 0}, across2{-second.s, second.c, 0};
constexpr double r = l2 + q[2], w1 = qd[0], w2 = qd[0] + qd[1];
constexpr Vec place = along1 * l1 + along2 * r + Vec{0, 0, height};
constexpr Vec velocity = across1 * (l1 * w1) + across2 * (r * w2) + along2 * qd[2];
// centripetal; Coriolis; and what qdd adds
constexpr Vec bias = along1 * (-l1 * w1 * w1) + along2 * (-r * w2 * w2) + across2 * (2 * qd[2] * w2);
constexpr Vec acceleration = bias + across1 * (l1 * qdd[0]) + across2 * (r * (qdd[0] + qdd[1])) + along2 * qdd[2];

template <const auto& robot> constexpr bool hand_is_where_it_should() {
    constexpr int hand = robot.row("hand");
    const auto h = limb::kinematics<robot, hand>(position<robot>, rate<robot>, rate_of_rate<robot>);
    // a quarter turn behind the slide: its x points across, its y back
    const limb::Rotation<double> R{{across2.x, -along2.x, 0}, {across2.y, -along2.y, 0}, {0, 0, 1}};
    return near(h.position, place) && near(h.rotation, R) && near(h.velocity, velocity) && near(h.angular_velocity, {0, 0, w2}) &&
           near(h.acceleration, acceleration) && near(h.angular_acceleration, {0, 0, qdd[0] + qdd[1]}) &&
           near(limb::kinematics<robot, hand>(position<robot>, rate<robot>).velocity, velocity) && near(limb::kinematics<robot, hand>(position<robot>).position, place);
}
static_assert(hand_is_where_it_should<unrolled>() && hand_is_where_it_should<looped>());

template <const auto& robot> constexpr bool jacobian_has_its_columns() {
    constexpr int hand = robot.row("hand");
    const auto J = limb::jacobian<robot, hand>(position<robot>);
    const auto b = limb::jacobian_bias<robot, hand>(position<robot>, rate<robot>);
    const auto is_column = [&](int k, Vec angular, Vec linear) { return near({J[0][k], J[1][k], J[2][k]}, angular) && near({J[3][k], J[4][k], J[5][k]}, linear); };
    return is_column(0, {0, 0, 1}, across1 * l1 + across2 * r) && is_column(1, {0, 0, 1}, across2 * r) && is_column(2, {0, 0, 0}, along2) &&
           near({b[0], b[1], b[2]}, {0, 0, 0}) && near({b[3], b[4], b[5]}, bias);
}
static_assert(jacobian_has_its_columns<unrolled>() && jacobian_has_its_columns<looped>());

// A driven base: v = vb + w x p + v', a = ab + al x p + w x (w x p) + 2 w x v' + a'
constexpr limb::Base<double> base{.angular_velocity = {0.3, -0.5, 0.9}, .angular_acceleration = {1.2, 0.4, -0.6}, .acceleration = {0.5, 2.0, -1.0}, .velocity = {0.2, 0.1, -0.7}};
template <const auto& robot> constexpr bool base_carries_the_hand() {
    const auto h = limb::kinematics<robot, robot.row("hand")>(position<robot>, rate<robot>, rate_of_rate<robot>, base);
    const Vec w = base.angular_velocity, al = base.angular_acceleration, own{0, 0, w2};
    return near(h.velocity, base.velocity + limb::cross(w, place) + velocity) && near(h.angular_velocity, w + own) &&
           near(h.acceleration, base.acceleration + limb::cross(al, place) + limb::cross(w, limb::cross(w, place)) + limb::cross(w, velocity) * 2.0 + acceleration) &&
           near(h.angular_acceleration, al + Vec{0, 0, qdd[0] + qdd[1]} + limb::cross(w, own));
}
static_assert(base_carries_the_hand<unrolled>() && base_carries_the_hand<looped>());

// ---- a floating root, and a ball: angular velocity and velocity in the body's axes, as q's quaternion turns them

constexpr limb::Rotation<double> rotation_of(const auto& q) {
    double m[9]{};
    limb::internal::rotation_matrix(&q[0], m);
    return {{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}};
}
constexpr Vec mast{0.1, -0.2, 0.6};
constexpr auto ship = limb::tree({
    {.name = "hull", .joint = floating, .mass = 9, .inertia = {1, 2, 2}},
    {.name = "mast", .joint = fixed, .at = mast},
});
constexpr bool mast_moves_with_the_hull() {
    const limb::Positions<ship, double> at{0.7, -0.5, 0.1, 0.5, 3, -2, 1};
    const limb::Joints<ship, double> rate{0.4, -0.3, 0.8, 1.5, -0.6, 0.2}, rate_of_rate{-1.0, 0.7, 0.3, 0.9, 0.1, -2.0};
    const auto R = rotation_of(at);
    const Vec w{0.4, -0.3, 0.8}, v{1.5, -0.6, 0.2}, al{-1.0, 0.7, 0.3}, v_dot{0.9, 0.1, -2.0};
    const auto m = limb::kinematics<ship, ship.row("mast")>(at, rate, rate_of_rate);
    return near(m.position, Vec{3, -2, 1} + R * mast) && near(m.rotation, R) && near(m.angular_velocity, R * w) &&
           near(m.velocity, R * (v + limb::cross(w, mast))) && near(m.angular_acceleration, R * al) &&
           near(m.acceleration, R * (v_dot + limb::cross(w, v) + limb::cross(al, mast) + limb::cross(w, limb::cross(w, mast))));
}
static_assert(mast_moves_with_the_hull());

constexpr Vec lens{0.02, 0.05, -0.1}, socket{0.3, 0.1, 0.2};
constexpr auto eye = limb::tree({
    {.name = "eye", .joint = spherical, .at = socket, .mass = 1, .com = {0.1, 0.1, 0}, .inertia = {0.02, 0.03, 0.03}},
    {.name = "lens", .joint = fixed, .at = lens},
});
constexpr bool lens_turns_about_the_socket() {
    const limb::Positions<eye, double> at{0.7, -0.5, 0.1, 0.5};
    const limb::Joints<eye, double> rate{0.4, -0.3, 0.8}, rate_of_rate{-1.0, 0.7, 0.3};
    const auto R = rotation_of(at);
    const Vec w{0.4, -0.3, 0.8}, al{-1.0, 0.7, 0.3};
    const auto m = limb::kinematics<eye, eye.row("lens")>(at, rate, rate_of_rate);
    const auto b = limb::jacobian_bias<eye, eye.row("lens")>(at, rate);
    const Vec centripetal = R * limb::cross(w, limb::cross(w, lens));
    return near(m.position, socket + R * lens) && near(m.rotation, R) && near(m.angular_velocity, R * w) && near(m.velocity, R * limb::cross(w, lens)) &&
           near(m.angular_acceleration, R * al) && near(m.acceleration, R * limb::cross(al, lens) + centripetal) &&
           near({b[0], b[1], b[2]}, {0, 0, 0}) && near({b[3], b[4], b[5]}, centripetal);
}
static_assert(lens_turns_about_the_socket());

}  // namespace
