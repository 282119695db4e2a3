#pragma once
// What a sweep can be given besides the state: gravity, a driven base, external wrenches, a payload. Any order; what is
// not given is folded away. Vectors in the user's frames; see each field.
#include "limb/sweep/accepts.hpp"
#include "limb/sweep/joint.hpp"

namespace limb::internal {

// acceleration of gravity in the world's (the base's) axes, m/s^2
template <class T = float> struct Gravity { using option = GravityOption; Vector<T> g; };
template <class T> Gravity(Vector<T>) -> Gravity<T>;
struct StandardGravity { using option = GravityOption; };   // 9.81 m/s^2 along -z
struct NoGravity { using option = GravityOption; };
inline constexpr NoGravity no_gravity{};
struct FreeFall { using option = GravityOption; };          // of a floating root: its origin does not accelerate

// true motion of the base of a robot that does not float, at the world's origin, in the base's axes; gravity comes on top
template <class T = float> struct Base {
    using option = BaseOption;
    Vector<T> angular_velocity{};        // rad/s
    Vector<T> angular_acceleration{};    // rad/s^2
    Vector<T> acceleration{};            // m/s^2
    Vector<T> velocity{};                // m/s; no force depends on it: only kinematics add it to what they report
};
struct BaseAtRest { using option = BaseOption; };
// The same as an IMU at the world's origin reads it. What an accelerometer feels is acceleration less gravity, so gravity is in it
// and no other is looked at: 0, 0, 9.81 at rest.
template <class T = float> struct Imu {
    using option = ImuOption;
    Vector<T> angular_velocity{};        // rad/s, the gyroscope's
    Vector<T> angular_acceleration{};    // rad/s^2, its rate
    Vector<T> acceleration{};            // m/s^2, the accelerometer's
};

// what acts on a body from outside, in the axes of its row, moment about the row's origin
struct WriteItsMembersNames { constexpr explicit WriteItsMembersNames() = default; };
template <class T = float> struct Wrench {   // {.moment = ..., .force = ...}: two vectors without their names do not compile
    [[no_unique_address]] WriteItsMembersNames named{};
    Vector<T> moment{};                  // N m
    Vector<T> force{};                   // N
};
template <const auto& robot, class T = float> struct Wrenches {
    using option = WrenchesOption;
    static constexpr const auto& of_robot = robot;
    Column<Wrench<T>, robot.rows> on{};   // by row: on[robot.row("tool")]
    constexpr Wrench<T>& operator[](int row) { return on[row]; }
    constexpr const Wrench<T>& operator[](int row) const { return on[row]; }
};
struct NoWrenches { using option = WrenchesOption; };

// Something carried by the body of a row, in the row's frame; inertia about its own centre of mass. Several add up, on one row
// or on many.
template <int row_, class T = float> struct Payload {
    using option = PayloadOption;
    static constexpr int row = row_;
    T mass{};                            // kg
    Vector<T> com{};                     // m
    struct { T xx{}, yy{}, zz{}, xy{}, xz{}, yz{}; } inertia{};   // kg m^2
};
struct NoPayload { using option = PayloadOption; };
template <class P, class Rest> struct Payloads {   // several of them
    using option = PayloadOption;
    const P& one;
    Rest rest;                           // Payloads, or a reference to the last
};

// the option of a kind among those given (a reference), or the default (a value: it has nowhere else to live)
template <class Kind, class Default> LIMB_INLINE Default option_or(Default fallback) { return fallback; }
template <class Kind, class Default, class O, class... Rest>
LIMB_INLINE decltype(auto) option_or(Default fallback, const O& o, const Rest&... rest) {
    if constexpr (is_of<O, Kind>()) return (o);
    else return option_or<Kind>(fallback, rest...);
}
LIMB_INLINE StandardGravity gravity_among() { return {}; }
template <class O, class... Rest> LIMB_INLINE decltype(auto) gravity_among(const O& o, const Rest&... rest) {
    if constexpr (is_of<O, GravityOption>()) return (o);
    else if constexpr (is_of<O, ImuOption>()) return NoGravity{};   // it is in what the accelerometer reads
    else return gravity_among(rest...);
}
LIMB_INLINE BaseAtRest base_among() { return {}; }
template <class O, class... Rest> LIMB_INLINE decltype(auto) base_among(const O& o, const Rest&... rest) {
    if constexpr (is_of<O, BaseOption>() || is_of<O, ImuOption>()) return (o);
    else return base_among(rest...);
}
template <class... Options> LIMB_INLINE decltype(auto) wrenches_among(const Options&... options) {
    return option_or<WrenchesOption>(NoWrenches{}, options...);
}
LIMB_INLINE NoPayload payload_among() { return {}; }
template <class O, class... Rest> LIMB_INLINE decltype(auto) payload_among(const O& o, const Rest&... rest) {
    if constexpr (!is_of<O, PayloadOption>()) return payload_among(rest...);
    else if constexpr (!(is_of<Rest, PayloadOption>() || ...)) return (o);
    else return Payloads<O, decltype(payload_among(rest...))>{o, payload_among(rest...)};
}
// f(payload) for each of them
LIMB_INLINE void for_each_payload(const NoPayload&, const auto&) {}
template <int row, class T> LIMB_INLINE void for_each_payload(const Payload<row, T>& p, const auto& f) { f(p); }
template <class P, class Rest> LIMB_INLINE void for_each_payload(const Payloads<P, Rest>& p, const auto& f) {
    f(p.one);
    for_each_payload(p.rest, f);
}

// What acts on a row sees every angle; without it a sweep needs those only that inertia feels.
template <class O> inline constexpr bool acts_on_rows = (is_of<O, WrenchesOption>() || is_of<O, PayloadOption>() || is_of<O, CarriedOption>()) &&
    !std::is_same_v<O, NoWrenches> && !std::is_same_v<O, NoPayload>;
template <const auto& robot, class T, class... Options> LIMB_INLINE decltype(auto) felt_pose_of(const auto& q, const Options&...) {
    return pose_of<robot, T, (acts_on_rows<Options> || ...) ? robot.angles : robot.felt_angles>(q);
}

// ---- frames known at compile time: that of a row in its body, that of the world in the base

template <class T, auto frame> LIMB_INLINE auto rotation() {
    const auto row = [](auto v) LIMB_LAMBDA {
        return Vec3{lift<T>([] { return decltype(v)::of(frame()).x; }), lift<T>([] { return decltype(v)::of(frame()).y; }),
                    lift<T>([] { return decltype(v)::of(frame()).z; })};
    };
    struct X { static constexpr auto of(const RowFrame& f) { return f.rotation.x; } };
    struct Y { static constexpr auto of(const RowFrame& f) { return f.rotation.y; } };
    struct Z { static constexpr auto of(const RowFrame& f) { return f.rotation.z; } };
    return Mat3{row(X{}), row(Y{}), row(Z{})};
}
template <class T, auto frame> LIMB_INLINE auto origin() {
    return Vec3{lift<T>([] { return frame().origin.x; }), lift<T>([] { return frame().origin.y; }), lift<T>([] { return frame().origin.z; })};
}
template <const auto& robot> inline constexpr auto world_frame = [] { return robot.world; };
template <const auto& robot, int row> inline constexpr auto row_frame = [] { return robot.frame[row]; };

// ---- gravity and the base

// a world vector in the axes of a floating root, whose attitude is the unit quaternion w x y z in q: R'v
template <const auto& robot, class... V> LIMB_INLINE auto to_root(const auto& x, Vec3<V...> v) {
    const auto* q = &x.q[std::size_t(robot.body[0].position)];
    const auto u = Vec3{q[1], q[2], q[3]};
    const auto half = cross(u, v);
    const auto t = half + half;
    return v - t * q[0] + cross(u, t);
}

// gravity's reaction, -g, in the world's axes
template <class T, class G> LIMB_INLINE auto world_reaction(const G& gravity) {
    if constexpr (std::is_same_v<G, NoGravity>) return ZeroVec{};
    else if constexpr (std::is_same_v<G, StandardGravity>) return Vec3{Zero{}, Zero{}, T(9.81)};
    else return Vec3{-T(gravity.g.x), -T(gravity.g.y), -T(gravity.g.z)};
}
// and in the axes of the base or of a floating root
template <const auto& robot, class P, class G> LIMB_INLINE auto gravity_reaction(const P& x, const G& gravity) {
    using T = typename P::T;
    if constexpr (robot.floats()) return to_root<robot>(x, world_reaction<T>(gravity));
    else if constexpr (std::is_same_v<G, StandardGravity>)   // known at compile time
        return Vec3{lift<T>([] { return 9.81 * robot.world.rotation.x.z; }), lift<T>([] { return 9.81 * robot.world.rotation.y.z; }),
                    lift<T>([] { return 9.81 * robot.world.rotation.z.z; })};
    else return rotation<T, world_frame<robot>>() * world_reaction<T>(gravity);
}

// motion of the base that the limbs hang from
template <const auto& robot, class P, class G, class B> LIMB_INLINE auto base_motion(const P& x, const G& gravity, const B& base) {
    using T = typename P::T;
    const auto up = gravity_reaction<robot>(x, gravity);
    if constexpr (std::is_same_v<B, BaseAtRest>) return motion(ZeroVec{}, ZeroVec{}, up);
    else {
        const auto R = rotation<T, world_frame<robot>>();
        const auto w = R * base.angular_velocity;
        const auto al = R * base.angular_acceleration;
        const auto a = R * base.acceleration - rate(w, al) * origin<T, world_frame<robot>>();
        return motion(w, al, a + up);
    }
}

// ---- a floating root: six freedoms, angular then linear, in the body's axes

template <const auto& robot, class T> using Root = BodyIndex<robot, T, 0>;
struct Unmoved { Still own_turn{}; };   // what the root has in place of a transform

template <const auto& robot, class T, int n> LIMB_INLINE auto root_of(const Column<T, n>& v) {
    constexpr std::size_t k = robot.body[0].dof;
    return Twist{Vec3{v[k], v[k + 1], v[k + 2]}, Vec3{v[k + 3], v[k + 4], v[k + 5]}};
}
template <const auto& robot> LIMB_INLINE auto root_of(Zero) { return Twist{ZeroVec{}, ZeroVec{}}; }

template <const auto& robot, class T, int n, class... V> LIMB_INLINE void set_root(Column<T, n>& v, Twist<V...> t) {
    constexpr std::size_t k = robot.body[0].dof;
    v[k] = t.w.x; v[k + 1] = t.w.y; v[k + 2] = t.w.z; v[k + 3] = t.v.x; v[k + 4] = t.v.y; v[k + 5] = t.v.z;
}
template <const auto& robot, class T, int n, class... V> LIMB_INLINE void set_root(Column<T, n>& v, Load<V...> l) {
    set_root<robot>(v, Twist{l.n, l.f});
}

template <const auto& robot> LIMB_INLINE auto root_position(const auto& x) {
    const auto* q = &x.q[std::size_t(robot.body[0].position) + 4];
    return Vec3{q[0], q[1], q[2]};
}

// What the origin accelerates by besides qdd, which is the plain derivative of qd in axes that turn: w x v, and -g.
template <const auto& robot, class G> LIMB_INLINE auto root_fall(const auto& x, const auto& qd, const G& gravity) {
    const auto v = root_of<robot>(qd);
    if constexpr (std::is_same_v<G, FreeFall>) return ZeroVec{};
    else return cross(v.w, v.v) + gravity_reaction<robot>(x, gravity);
}
template <const auto& robot, class B> LIMB_INLINE auto root_motion(const auto& x, const auto& qd, const auto& qdd, const auto& gravity, const B&) {
    static_assert(std::is_same_v<B, BaseAtRest>, "limb: a robot with a floating root has no base to drive");
    const auto a = root_of<robot>(qdd);
    return motion(root_of<robot>(qd).w, a.w, a.v + root_fall<robot>(x, qd, gravity));
}

// ---- the payload

// as moments added to those of its body
template <class I, class P> LIMB_INLINE auto payload_moments(I, const auto& X, const P& p) {
    using T = typename I::T;
    using Frame = decltype(row_frame<I::robot, P::row>);
    const auto R = rotation<T, Frame{}>();
    const auto c = turn(X.own_turn, R * p.com + origin<T, Frame{}>());
    const auto& J = p.inertia;
    const T half = (J.xx + J.yy + J.zz) * T(0.5f);
    const auto about_com = symmetric_product(R * full(Sym3{half - J.xx, -J.xy, -J.xz, half - J.yy, -J.yz, half - J.zz}), transpose(R));
    return shifted(Moments{turn(X.own_turn, about_com), ZeroVec{}, p.mass}, c);
}
// does a payload ride on the body?
template <const auto& robot> constexpr bool rides(const NoPayload*, int) { return false; }
template <const auto& robot, int row, class T> constexpr bool rides(const Payload<row, T>*, int body) { return robot.frame[row].body == body; }
template <const auto& robot, class P, class Rest> constexpr bool rides(const Payloads<P, Rest>*, int body) {
    return rides<robot>(static_cast<const P*>(nullptr), body) || rides<robot>(static_cast<const std::remove_cvref_t<Rest>*>(nullptr), body);
}
// sum, and the payloads that body i carries
LIMB_INLINE auto with_payload(auto, const auto&, auto sum, const NoPayload&) { return sum; }
template <class I, int row, class T> LIMB_INLINE auto with_payload(I i, const auto& X, auto sum, const Payload<row, T>& p) {
    constexpr int body = I::robot.frame[row].body;
    if constexpr (I::known && body == I::first) return sum + payload_moments(i, X, p);
    else if constexpr (I::known) return sum;
    else {   // one of many bodies carries it
        auto either = as_numbers<typename I::T>(sum);
        if (i == body) either = as_numbers<typename I::T>(either + payload_moments(i, X, p));
        return either;
    }
}
template <class I, class P, class Rest> LIMB_INLINE auto with_payload(I i, const auto& X, auto sum, const Payloads<P, Rest>& p) {
    return with_payload(i, X, with_payload(i, X, sum, p.one), p.rest);
}
// moments of body i with what it carries; on a base at rest, what no joint can feel is left out
template <class I, class P, class B> LIMB_INLINE auto loaded_moments(I i, const auto& X, const P& payload, const B&) {
    constexpr bool laden = !std::is_same_v<P, NoPayload> && (!I::known || rides<I::robot>(static_cast<const P*>(nullptr), I::first));
    if constexpr (laden) return with_payload(i, X, moments(i, X), payload);
    else if constexpr (std::is_same_v<B, BaseAtRest>) return moments_on_ground(i, X);
    else return moments(i, X);
}
// what is fixed to the base, what lumping moved there, and the payloads on rows that are fixed to it
template <const auto& robot, class T> LIMB_INLINE auto base_moments(const auto& payload) {
    const auto S = Sym3{lift<T>([] { return robot.grounded.S.xx; }), lift<T>([] { return robot.grounded.S.xy; }),
                        lift<T>([] { return robot.grounded.S.xz; }), lift<T>([] { return robot.grounded.S.yy; }),
                        lift<T>([] { return robot.grounded.S.yz; }), lift<T>([] { return robot.grounded.S.zz; })};
    const auto h = Vec3{lift<T>([] { return robot.grounded.h.x; }), lift<T>([] { return robot.grounded.h.y; }),
                        lift<T>([] { return robot.grounded.h.z; })};
    return with_payload(BodyIndex<robot, T, -1>{}, Unmoved{}, Moments{S, h, lift<T>([] { return robot.grounded.m; })}, payload);
}

// ---- external wrenches

// a wrench on a row, as a load on its body
template <const auto& robot, class T, int row> LIMB_INLINE auto row_load(const Wrench<T>& wrench) {
    const auto R = rotation<T, row_frame<robot, row>>();
    const auto f = R * wrench.force;
    return Load{R * wrench.moment + cross(origin<T, row_frame<robot, row>>(), f), f};
}

// Where bodies are looped over, the wrenches on the rows are summed up by body beforehand.
template <class T> using PlainLoad = Load<Vec3<T>, Vec3<T>>;
template <const auto& robot, class T> struct BodyLoads { PlainLoad<T> on[robot.bodies]; };
// In a function of its own: GCC 14 crashes where a lambda inside an `if constexpr` indexes an array that was declared there.
template <const auto& robot, class T, class W> LIMB_INLINE auto sums_by_body(const W& wrenches) {
    BodyLoads<robot, T> sum{};
    count_up<false, robot.rows>([&](auto row) LIMB_LAMBDA {
        constexpr int body = robot.frame[row].body;
        if constexpr (body >= 0) sum.on[body] = as_numbers<T>(sum.on[body] + row_load<robot, T, row>(wrenches[row]));
    });
    return sum;
}
template <const auto& robot, class T, class W> LIMB_INLINE auto by_body(const W& wrenches) {
    if constexpr (std::is_same_v<W, NoWrenches> || robot.form == Form::unrolled) return &wrenches;
    else return sums_by_body<robot, T>(wrenches);
}
// what acts on body i from outside, in the frame that it is computed in
LIMB_INLINE auto external_load(auto, const auto&, const NoWrenches*) { return NoLoad{}; }
template <const auto& robot, class T> LIMB_INLINE auto external_load(auto i, const auto& X, const BodyLoads<robot, T>& loads) {
    return Load{turn(X.own_turn, loads.on[i].n), turn(X.own_turn, loads.on[i].f)};
}
template <int row = 0, const auto& robot, class T, class I> LIMB_INLINE auto external_load(I i, const auto& X, const Wrenches<robot, T>* wrenches) {
    if constexpr (row == robot.rows) return NoLoad{};
    else {
        const auto rest = external_load<row + 1>(i, X, wrenches);
        if constexpr (robot.frame[row].body != I::first) return rest;
        else {
            const auto load = row_load<robot, T, row>((*wrenches)[row]);
            return Load{turn(X.own_turn, load.n), turn(X.own_turn, load.f)} + rest;
        }
    }
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Gravity; using internal::no_gravity; using internal::Base; using internal::Imu;
using internal::Wrench; using internal::Wrenches; using internal::Payload;

}  // namespace limb
