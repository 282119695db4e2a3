#pragma once
// What a sweep can be given besides the state: gravity, a driven base, external wrenches, a payload. Any order; what is
// not given is folded away. Vectors in the user's frames; see each field.
#include "limb/body.hpp"

namespace limb {

struct GravityOption; struct BaseOption; struct WrenchesOption; struct PayloadOption;

// acceleration of gravity in the world's (the base's) axes, m/s^2
template <class T = float> struct Gravity { using option = GravityOption; Vector<T> g; };
template <class T> Gravity(Vector<T>) -> Gravity<T>;
struct StandardGravity { using option = GravityOption; };
struct NoGravity { using option = GravityOption; };
inline constexpr NoGravity no_gravity{};

// motion of the base of a robot that does not float, at the world's origin, in the base's axes, as an IMU there gives it.
// An accelerometer measures acceleration minus gravity: pass its reading as acceleration, together with no_gravity.
template <class T = float> struct Base {
    using option = BaseOption;
    Vector<T> angular_velocity{};        // rad/s
    Vector<T> angular_acceleration{};    // rad/s^2
    Vector<T> acceleration{};            // m/s^2
};
struct FixedBase { using option = BaseOption; };
template <class B> inline constexpr bool is_fixed_base = std::is_same_v<std::remove_cvref_t<B>, FixedBase>;

// what acts on a body from outside, in the axes of its row, moment about the row's origin
template <class T = float> struct Wrench { Vector<T> force{}, moment{}; };   // N, N m
template <const auto& robot, class T = float> struct Wrenches {
    using option = WrenchesOption;
    etl::array<Wrench<T>, std::size_t(robot.rows)> on{};   // by row: on[robot.row("tool")]
    constexpr Wrench<T>& operator[](int row) { return on[row]; }
    constexpr const Wrench<T>& operator[](int row) const { return on[row]; }
};
struct NoWrenches { using option = WrenchesOption; };

// something carried by the body of a row, in the row's frame; inertia about its own centre of mass
template <int row_, class T = float> struct Payload {
    using option = PayloadOption;
    static constexpr int row = row_;
    T mass{};                            // kg
    Vector<T> com{};                     // m
    struct { T xx{}, yy{}, zz{}, xy{}, xz{}, yz{}; } inertia{};   // kg m^2
};
struct NoPayload { using option = PayloadOption; };

// the option of a kind among those given, or the default
// (the default by value, or it would be gone before its first use)
template <class Kind, class Fallback> LIMB_INLINE Fallback pick(Fallback fallback) { return fallback; }
template <class Kind, class Fallback, class O, class... Rest> LIMB_INLINE decltype(auto) pick(Fallback fallback, const O& o, const Rest&... rest) {
    if constexpr (std::is_same_v<typename O::option, Kind>) return (o);
    else return pick<Kind>(fallback, rest...);
}

namespace table {

// rotation and origin of a row in its body, known zeros and ones lifted
template <class T, auto frame> LIMB_INLINE auto rotation() {
    return Mat3{Vec3{lift<T>([] { return frame().rotation.x.x; }), lift<T>([] { return frame().rotation.x.y; }), lift<T>([] { return frame().rotation.x.z; })},
                Vec3{lift<T>([] { return frame().rotation.y.x; }), lift<T>([] { return frame().rotation.y.y; }), lift<T>([] { return frame().rotation.y.z; })},
                Vec3{lift<T>([] { return frame().rotation.z.x; }), lift<T>([] { return frame().rotation.z.y; }), lift<T>([] { return frame().rotation.z.z; })}};
}
template <class T, auto frame> LIMB_INLINE auto origin() {
    return Vec3{lift<T>([] { return frame().origin.x; }), lift<T>([] { return frame().origin.y; }), lift<T>([] { return frame().origin.z; })};
}
template <const auto& robot, class T> struct RunTimeFrame { int body; Rotation<T> rotation; Vec3<T> origin; };
template <const auto& robot, class T> struct RunTimeFrames { RunTimeFrame<robot, T> row[robot.rows]; };
template <const auto& robot, class T> inline constexpr auto run_time_frames = [] {
    RunTimeFrames<robot, T> t{};
    const auto as_T = [](Vec v) { return Vec3<T>{T(v.x), T(v.y), T(v.z)}; };
    for (int i = 0; i < robot.rows; i++)
        t.row[i] = {robot.frame[i].body, {as_T(robot.frame[i].rotation.x), as_T(robot.frame[i].rotation.y), as_T(robot.frame[i].rotation.z)}, as_T(robot.frame[i].origin)};
    return t;
}();
template <const auto& robot> inline constexpr auto world = [] { return robot.world; };
template <const auto& robot, int row> inline constexpr auto frame = [] { return robot.frame[row]; };

}  // namespace table

// a world vector in the axes of a floating root, whose attitude is the unit quaternion w x y z in q: R'v
template <const auto& robot, class T, class... V> LIMB_INLINE auto to_root(const Pose<robot, T>& pose, Vec3<V...> v) {
    const T* q = &pose.q[robot.body[0].position];
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
template <const auto& robot, class T, class G> LIMB_INLINE auto gravity_reaction(const Pose<robot, T>& pose, const G& gravity) {
    if constexpr (robot.floats()) return to_root(pose, world_reaction<T>(gravity));
    else if constexpr (std::is_same_v<G, StandardGravity>)   // known at compile time
        return Vec3{lift<T>([] { return 9.81 * robot.world.rotation.x.z; }), lift<T>([] { return 9.81 * robot.world.rotation.y.z; }),
                    lift<T>([] { return 9.81 * robot.world.rotation.z.z; })};
    else return table::rotation<T, table::world<robot>>() * world_reaction<T>(gravity);
}

// motion of the base that the limbs hang from
template <const auto& robot, class T, class G, class B> LIMB_INLINE auto base_motion(const Pose<robot, T>& pose, const G& gravity, const B& base) {
    const auto up = gravity_reaction(pose, gravity);
    if constexpr (std::is_same_v<B, FixedBase>) return motion(ZeroVec{}, ZeroVec{}, up);
    else {
        const auto R = table::rotation<T, table::world<robot>>();
        const auto w = R * base.angular_velocity;
        const auto al = R * base.angular_acceleration;
        const auto a = R * base.acceleration - rate(w, al) * table::origin<T, table::world<robot>>();
        return motion(w, al, a + up);
    }
}

// three elements of a floating root in qd, qdd or tau: angular, then linear
template <const auto& robot, int part, class T, std::size_t n> LIMB_INLINE auto of_root(const etl::array<T, n>& v) {
    constexpr int k = robot.body[0].dof + 3 * part;
    return Vec3{v[k], v[k + 1], v[k + 2]};
}
template <const auto& robot, int part> LIMB_INLINE ZeroVec of_root(Nothing) { return {}; }
inline constexpr int angular = 0, linear = 1;
template <const auto& robot, class T, std::size_t n, class... F> LIMB_INLINE void set_root(etl::array<T, n>& v, Load<F...> load) {
    constexpr int k = robot.body[0].dof;
    v[k] = load.n.x; v[k + 1] = load.n.y; v[k + 2] = load.n.z;
    v[k + 3] = load.f.x; v[k + 4] = load.f.y; v[k + 5] = load.f.z;
}
inline constexpr Index<0> root{};
struct Unmoved { Still own{}; };   // what a floating root has in place of a link

// motion of a floating root; qdd is the plain derivative of qd, whose axes turn with the body: a = vd + w x v
template <const auto& robot, class T, class QD, class QDD, class G> LIMB_INLINE auto root_motion(const Pose<robot, T>& pose, const QD& qd, const QDD& qdd, const G& gravity) {
    const auto w = of_root<robot, angular>(qd);
    return motion(w, of_root<robot, angular>(qdd), of_root<robot, linear>(qdd) + cross(w, of_root<robot, linear>(qd)) + gravity_reaction(pose, gravity));
}

// the payload, as moments added to those of its body
template <const auto& robot, class T, class I, class L, class P> LIMB_INLINE auto payload_moments(I, const L& X, const P& p) {
    constexpr int row = P::row;
    const auto R = table::rotation<T, table::frame<robot, row>>();
    const auto c = turn(X.own, R * p.com + table::origin<T, table::frame<robot, row>>());
    const auto& I_ = p.inertia;
    const T half = (I_.xx + I_.yy + I_.zz) * T(0.5f);
    const auto about_com = symmetric_product(R * full(Sym3{half - I_.xx, -I_.xy, -I_.xz, half - I_.yy, -I_.yz, half - I_.zz}), transpose(R));
    return shifted(Moments{turn(X.own, about_com), ZeroVec{}, p.mass}, c);
}
// moments of body i with what it carries; fixed_base: what no joint can feel is left out
template <const auto& robot, class T, bool fixed_base, class I, class L, class P> LIMB_INLINE auto loaded_moments(I i, const L& X, const P& payload) {
    if constexpr (std::is_same_v<P, NoPayload>) {
        if constexpr (fixed_base) return moments_on_ground<robot, T>(i, X);
        else return moments<robot, T>(i, X);
    } else {
        constexpr int body = robot.frame[P::row].body;
        if constexpr (I::known && body == I::first) return moments<robot, T>(i, X) + payload_moments<robot, T>(i, X, payload);
        else if constexpr (I::known) return loaded_moments<robot, T, fixed_base>(i, X, NoPayload{});
        else {   // one of many bodies carries it
            auto sum = plain<T>(moments<robot, T>(i, X));
            if (i == body) sum = plain<T>(sum + payload_moments<robot, T>(i, X, payload));
            return sum;
        }
    }
}

// The wrenches as the sweeps want them. Where bodies are looped over, they are summed up by body beforehand.
template <class T> using PlainLoad = Load<Vec3<T>, Vec3<T>>;
template <const auto& robot, class T> struct BodyLoads { PlainLoad<T> on[robot.bodies]; };
template <const auto& robot, class T, class W> LIMB_INLINE auto by_body(const W& wrenches) {
    if constexpr (std::is_same_v<W, NoWrenches> || robot.form == Form::unrolled) return &wrenches;
    else {
        BodyLoads<robot, T> sum{};
        for (int row = 0; row < robot.rows; row++) {
            const auto& f = table::run_time_frames<robot, T>.row[row];
            if (f.body < 0) continue;
            const auto force = f.rotation * wrenches[row].force;
            sum.on[f.body] = sum.on[f.body] + PlainLoad<T>{force, f.rotation * wrenches[row].moment + cross(f.origin, force)};
        }
        return sum;
    }
}

// what acts on body i from outside, in the frame that it is computed in
template <const auto& robot, class T, class I, class L> LIMB_INLINE auto external_load(I, const L&, const NoWrenches*) { return NoLoad{}; }
template <const auto& robot, class T, class I, class L> LIMB_INLINE auto external_load(I i, const L& X, const BodyLoads<robot, T>& loads) {
    return Load{turn(X.own, loads.on[i].f), turn(X.own, loads.on[i].n)};
}
template <const auto& robot, class T, int row = 0, class I, class L> LIMB_INLINE auto external_load(I i, const L& X, const Wrenches<robot, T>* wrenches) {
    if constexpr (row == robot.rows) return NoLoad{};
    else {
        const auto rest = external_load<robot, T, row + 1>(i, X, wrenches);
        if constexpr (robot.frame[row].body != I::first) return rest;
        else {
            const auto R = table::rotation<T, table::frame<robot, row>>();
            const auto f = R * (*wrenches)[row].force;
            const auto n = R * (*wrenches)[row].moment + cross(table::origin<T, table::frame<robot, row>>(), f);
            return Load{turn(X.own, f), turn(X.own, n)} + rest;
        }
    }
}

}  // namespace limb
