// A robot in parts moves as the whole: limbs computed on their own, joined by what goes up and down between them.
#include "limb/substructure.hpp"

#include <type_traits>

#include "laws.hpp"
#include "limb/reactions.hpp"
#include "robots/quad18.hpp"
#include "satellite.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using namespace small_robots;
using laws::Error;
using laws::Random;
using laws::random_vector;
using laws::Worst;
using T = LIMB_TEST_NUMBER;
using Vector = limb::Vector<T>;

template <class Numbers> Numbers numbers(const T* from) {
    Numbers out;
    for (T& x : out) x = *from++;
    return out;
}
// the state of a part of a robot, whose q and qd start at these places of the whole's
template <const auto& robot> struct Part {
    limb::Positions<robot, T> q;
    limb::Joints<robot, T> qd, tau;
    Part(const auto& s, int position, int dof)
        : q(numbers<decltype(q)>(&s.q[position])),
          qd(numbers<decltype(qd)>(&s.qd[dof])),
          tau(numbers<decltype(tau)>(&s.tau[dof])) {}
};
template <const auto& robot> Error error_of(const limb::Joints<robot, T>& got, const auto& whole, int dof) {
    return laws::difference(got, numbers<limb::Joints<robot, T>>(&whole[dof]));
}

constexpr double tolerance = 1e-5;  // forward dynamics: rounding times the condition of some small mass matrices

limb::Base<T> random_base(Random& random) {
    const auto w = random_vector<T>(random, 2), al = random_vector<T>(random, 5), a = random_vector<T>(random, 10);
    return {.angular_velocity = w, .angular_acceleration = al, .acceleration = a};
}
template <const auto& robot> auto random_wrenches(Random& random) {
    limb::Wrenches<robot, T> wrenches{};
    for (auto& wrench : wrenches.on) wrench = laws::random_wrench<T>(random);
    return wrenches;
}
template <int row>
constexpr limb::Payload<row, T> load{.mass = T(1.5),
                                     .com = {T(0.1), T(-0.2), T(0.05)},
                                     .inertia = {T(0.02), T(0.03), T(0.025), T(0.001), T(-0.002), T(0.003)}};

// --- what a handle promises: the load that the base feels, however it moves. The other way is forward dynamics on the
// driven base, and then the reaction on the ground.

// welded to the base, and something that swings on it
// clang-format off
constexpr auto on_a_bracket = limb::tree({
    {.name = "bracket", .joint = fixed,      .at = {0.1, -0.2, 0.1}, .rotation = limb::rpy(0.4, 0.2, -0.3), .mass = 0.7, .com = {0.03, 0, 0.02}, .inertia = {0.002, 0.003, 0.004}},
    {.name = "plate",   .joint = revolute_y, .at = {0, 0.1, 0.2},                                           .mass = 0.4, .com = {0.1, 0.02, 0},  .inertia = {0.002, 0.002, 0.001}, .armature = 0.05, .rotor = 0.001, .gear = 20},
});
// clang-format on
constexpr auto crane_looped = limb::in_form(limb::Form::looped, crane);

template <const auto& robot> void handle_is_the_load_at_the_base() {
    Worst free{"free"}, loaded{"loaded"};
    laws::at_random_states<robot, T>([&](const auto& s, Random& random) {
        const auto base = random_base(random);
        const auto see = [&](Worst& worst, const auto&... options) {
            const auto grip = limb::grip_of<robot>(s.q, s.qd, s.tau,
                                                  limb::Base<T>{.angular_velocity = base.angular_velocity}, options...);
            const auto al = base.angular_acceleration, a = base.acceleration;
            const T felt[6] = {al.x, al.y, al.z, a.x, a.y, a.z};
            limb::Column<T, 6> F = grip.load;
            Error error;
            for (int i = 0; i < 6; ++i)
                for (int j = 0; j < 6; ++j) {
                    const T term = grip.inertia[i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i] * felt[j];
                    error.at_least(double(term));
                    F[i] += term;
                }
            const auto qdd = limb::forward_dynamics_aba<robot>(s.q, s.qd, s.tau, base, limb::no_gravity, options...);
            const auto ground = limb::reactions<robot>(s.q, s.qd, qdd, base, limb::no_gravity, options...).on_ground;
            error.see_all(F, laws::stacked<T>(-ground.moment, -ground.force));
            worst.see(error);
        };
        see(free);
        see(loaded, random_wrenches<robot>(random), load<0>);
    });
    for (const auto& worst : {free, loaded}) laws::demand<T>(worst, tolerance);
}

// --- quad18: a trunk with four mounts, and four legs that hang from them

using robots::quad18;

template <int k> constexpr limb::Row leg_row(int joint) {
    limb::Row row = quad18.given[1 + 3 * k + joint];
    if (joint == 0) row.parent = "world", row.at = {0, 0, 0}, row.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    return row;
}
template <int k> constexpr auto leg = limb::tree({leg_row<k>(0), leg_row<k>(1), leg_row<k>(2)});

constexpr limb::Row mount(int k) {
    const limb::Row hip = quad18.given[1 + 3 * k];
    return {.name = hip.name, .parent = "trunk", .at = hip.at, .rotation = hip.rotation};
}
constexpr auto trunk = limb::tree({quad18.given[0], mount(0), mount(1), mount(2), mount(3)});

void four_legs_and_a_trunk_are_a_quadruped() {
    Worst root{"trunk"}, legs{"legs"};
    laws::at_random_states<quad18, T>([&](const auto& s, Random&) {
        // the last leg holds something
        const auto expected = limb::forward_dynamics_aba<quad18>(s.q, s.qd, s.tau, load<12>);
        const Part<trunk> body(s, 0, 0);
        const auto at_leg = [&](auto k, const auto& f) {
            const Part<leg<k>> own(s, 7 + 3 * k, 6 + 3 * k);
            if constexpr (k == 3)
                return f(own, load<2>);
            else
                return f(own);
        };
        const auto grip = [&](auto k) {
            return at_leg(k, [&](const auto& own, const auto&... options) {
                const auto mount = limb::mount_motion<trunk, 1 + k>(body.q, body.qd);
                return limb::Carried<1 + k, T>{limb::grip_of<leg<k>>(own.q, own.qd, own.tau, mount, options...)};
            });
        };
        const auto qdd =
            limb::forward_dynamics_aba<trunk>(body.q, body.qd, body.tau, grip(limb::internal::Int<0>{}), grip(limb::internal::Int<1>{}),
                                              grip(limb::internal::Int<2>{}), grip(limb::internal::Int<3>{}));
        root.see(error_of<trunk>(qdd, expected, 0));
        const auto see_leg = [&](auto k) {
            const auto leg_qdd = at_leg(k, [&](const auto& own, const auto&... options) {
                const auto mount = limb::mount_motion<trunk, 1 + k>(body.q, body.qd, qdd);
                return limb::forward_dynamics_aba<leg<k>>(own.q, own.qd, own.tau, mount, options...);
            });
            legs.see(error_of<leg<k>>(leg_qdd, expected, 6 + 3 * k));
        };
        see_leg(limb::internal::Int<0>{}), see_leg(limb::internal::Int<1>{}), see_leg(limb::internal::Int<2>{}), see_leg(limb::internal::Int<3>{});
    });
    for (const auto& worst : {root, legs}) laws::demand<T>(worst, tolerance);
}

// --- the satellite of 004, section 6.4: two links on the frame of the bus itself

constexpr limb::Row link_row(int row) {
    limb::Row out = satellite::rows[row];
    out.parent = "world";
    return out;
}
constexpr auto bus = limb::tree({satellite::rows[0]});
constexpr auto link2 = limb::tree({link_row(1)});
constexpr auto link3 = limb::tree({link_row(2)});

void a_bus_and_two_links_are_a_satellite() {
    Worst root{"bus"}, links{"links"};
    laws::at_random_states<satellite::robot, T>([&](const auto& s, Random&) {
        const auto expected = limb::forward_dynamics_aba<satellite::robot>(s.q, s.qd, s.tau, limb::no_gravity);
        const Part<bus> body(s, 0, 0);
        const Part<link2> two(s, 7, 6);
        const Part<link3> three(s, 8, 7);
        const auto turning = limb::mount_motion<bus, 0>(body.q, body.qd);
        const limb::Carried<0, T> grip2{limb::grip_of<link2>(two.q, two.qd, two.tau, turning)},
            grip3{limb::grip_of<link3>(three.q, three.qd, three.tau, turning)};
        const auto qdd = limb::forward_dynamics<bus>(body.q, body.qd, body.tau, grip2, limb::no_gravity, grip3);
        const auto felt = limb::mount_motion<bus, 0>(body.q, body.qd, qdd, limb::no_gravity);
        root.see(error_of<bus>(qdd, expected, 0));
        links.see(error_of<link2>(limb::forward_dynamics<link2>(two.q, two.qd, two.tau, felt),
                                  expected, 6));
        links.see(error_of<link3>(limb::forward_dynamics<link3>(three.q, three.qd, three.tau, felt),
                                  expected, 7));
    });
    for (const auto& worst : {root, links}) laws::demand<T>(worst, tolerance);
}

// --- a chain of controllers on a driven base: the mast carries the boom, which carries the head

constexpr limb::Row first_row(limb::Row row) {
    row.parent = "world";
    return row;
}
constexpr auto mast = limb::tree({crane_rows[0]});
constexpr auto boom = limb::tree({first_row(crane_rows[1])});
constexpr auto head = limb::tree({first_row(crane_rows[2]), crane_rows[3]});

void three_controllers_are_a_crane() {
    Worst worst{"crane"};
    laws::at_random_states<crane, T>([&](const auto& s, Random& random) {
        const auto base = random_base(random);
        const auto expected = limb::forward_dynamics_aba<crane>(s.q, s.qd, s.tau, base);
        const Part<mast> first(s, 0, 0);
        const Part<boom> second(s, 1, 1);
        const Part<head> third(s, 2, 2);
        // outward angular velocities, inward grips, outward accelerations
        const auto at_boom = limb::mount_motion<mast, 0>(first.q, first.qd, base);
        const auto at_head = limb::mount_motion<boom, 0>(second.q, second.qd, at_boom);
        const limb::Carried<0, T> head_grip{limb::grip_of<head>(third.q, third.qd, third.tau, at_head)};
        const limb::Carried<0, T> boom_grip{limb::grip_of<boom>(second.q, second.qd, second.tau, at_boom, head_grip)};
        const auto qdd1 = limb::forward_dynamics<mast>(first.q, first.qd, first.tau, base, boom_grip);
        const auto boom_base = limb::mount_motion<mast, 0>(first.q, first.qd, qdd1, base);
        const auto qdd2 =
            limb::forward_dynamics<boom>(second.q, second.qd, second.tau, boom_base, head_grip);
        const auto head_base = limb::mount_motion<boom, 0>(second.q, second.qd, qdd2, boom_base);
        const auto qdd3 = limb::forward_dynamics<head>(third.q, third.qd, third.tau, head_base);
        worst.see(laws::difference(limb::Joints<crane, T>{qdd1[0], qdd2[0], qdd3[0]}, expected));
    });
    laws::demand<T>(worst, tolerance);
}

// --- one of two limbs that share their code carries something, welded on with a bracket

constexpr limb::Row onto(const char* parent, limb::Row row) {
    row.parent = parent;
    return row;
}
constexpr auto walker_with_a_plate =
    limb::tree(with(with(walker_rows, onto("right foot", on_a_bracket.given[0])).row, on_a_bracket.given[1]).row);

void one_of_two_like_limbs_carries_another() {
    constexpr int foot = walker.row("right foot");
    Worst whole{"walker"}, plate{"plate"};
    laws::at_random_states<walker_with_a_plate, T>([&](const auto& s, Random& random) {
        limb::Wrenches<walker_with_a_plate, T> pushes = random_wrenches<walker_with_a_plate>(random);
        limb::Wrenches<walker, T> on_walker{};
        limb::Wrenches<on_a_bracket, T> on_plate{};
        for (int i = 0; i < walker.rows; ++i) on_walker[i] = pushes[i];
        for (int i = 0; i < 2; ++i) on_plate[i] = pushes[walker.rows + i];
        const auto expected = limb::forward_dynamics_aba<walker_with_a_plate>(s.q, s.qd, s.tau, pushes);
        const Part<walker> body(s, 0, 0);
        const Part<on_a_bracket> tip(s, walker.positions, walker.dof);
        const auto turning = limb::mount_motion<walker, foot>(body.q, body.qd);
        const limb::Carried<foot, T> grip{limb::grip_of<on_a_bracket>(tip.q, tip.qd, tip.tau, turning, on_plate)};
        const auto qdd = limb::forward_dynamics_aba<walker>(body.q, body.qd, body.tau, grip, on_walker);
        whole.see(error_of<walker>(qdd, expected, 0));
        const auto felt = limb::mount_motion<walker, foot>(body.q, body.qd, qdd);
        plate.see(error_of<on_a_bracket>(
            limb::forward_dynamics_aba<on_a_bracket>(tip.q, tip.qd, tip.tau, felt, on_plate),
            expected, walker.dof));
    });
    for (const auto& worst : {whole, plate}) laws::demand<T>(worst, tolerance);
}

}  // namespace

int main() {
    static_assert(std::is_trivially_copyable_v<limb::Grip<float>> &&
                  sizeof(limb::Grip<float>) == 27 * 4);  // goes over a wire
    UNITY_BEGIN();
    RUN_TEST(handle_is_the_load_at_the_base<crane>);
    RUN_TEST(handle_is_the_load_at_the_base<crane_looped>);
    RUN_TEST(handle_is_the_load_at_the_base<on_a_bracket>);
    RUN_TEST(four_legs_and_a_trunk_are_a_quadruped);
    RUN_TEST(a_bus_and_two_links_are_a_satellite);
    RUN_TEST(three_controllers_are_a_crane);
    RUN_TEST(one_of_two_like_limbs_carries_another);
    return UNITY_END();
}
