#pragma once
// Kinetic and potential energy, J. Potential energy is zero for a mass at the world's origin. O(N).
#include "limb/options.hpp"
#include "limb/traverse.hpp"

namespace limb {

template <class W, class V> struct Velocity { W w; V v; };   // angular, of the origin
template <class W, class V> Velocity(W, V) -> Velocity<W, V>;
template <class T, class... A> LIMB_INLINE auto plain(Velocity<A...> a) { return Velocity{plain<T>(a.w), plain<T>(a.v)}; }

// 1/2 w'I w + v . (w x h) + 1/2 m v^2, with w'I w = trace(S) w^2 - w'S w
template <class... I, class... V> LIMB_INLINE auto kinetic(Moments<I...> c, Velocity<V...> m) {
    const auto s = c.S_;
    const auto w = outer(m.w);
    const auto spin = s.xx * (w.yy + w.zz) + s.yy * (w.xx + w.zz) + s.zz * (w.xx + w.yy);
    const auto off = s.xy * w.xy + s.xz * w.xz + s.yz * w.yz;
    const auto twice = spin - (off + off) + c.m * dot(m.v, m.v);
    const auto mixed = dot(m.v, cross(m.w, c.h));
    return twice + (mixed + mixed);
}

template <const auto& robot, class Q, class T, std::size_t n, class... Options>
constexpr T kinetic_energy(const Q& q, const etl::array<T, n>& qd, const Options&... options) {
    const auto& x = pose<robot, T>(q);
    const auto& payload = pick<PayloadOption>(NoPayload{}, options...);
    T twice{};
    const auto out = [&](auto i, const auto& p) LIMB_LAMBDA {
        const auto X = link(i, x);
        const auto w = X.into(p.w);
        const auto v = X.into(p.v + cross(p.w, X.r)) + cross(w, z_axis * X.slide);
        const auto m = [&]() LIMB_LAMBDA {
            if constexpr (decltype(X)::kind == Kind::revolute) return Velocity{w + z_axis * of<robot>(i, qd), v};
            else return Velocity{w, v + z_axis * of<robot>(i, qd)};
        }();
        twice = T(twice + kinetic(loaded_moments<robot, T, true>(i, X, payload), m)) + constant<robot, T, armature>(i) * of<robot>(i, qd) * of<robot>(i, qd);
        return Out{m, Nothing{}};
    };
    const auto back = [](auto, auto, const auto&) LIMB_LAMBDA { return Back{Nothing{}, Nothing{}}; };
    if constexpr (robot.floats()) {
        const auto m = Velocity{of_root<robot, angular>(qd), of_root<robot, linear>(qd)};
        twice = kinetic(loaded_moments<robot, T, false>(root, Unmoved{}, payload), m);
        traverse<robot, T>(m, out, back);
    } else traverse<robot, T>(Velocity{ZeroVec{}, ZeroVec{}}, out, back);
    return twice * T(0.5f);
}

template <class U, class H> struct Height { U up; H level; };   // -g in the body's axes, and -g . position
template <class U, class H> Height(U, H) -> Height<U, H>;
template <class T, class... A> LIMB_INLINE auto plain(Height<A...> a) { return Height<Vec3<T>, T>{plain<T>(a.up), T(a.level)}; }

template <const auto& robot, class Q, class... Options> constexpr auto potential_energy(const Q& q, const Options&... options) {
    using T = scalar_of<Q>;
    const auto& x = pose<robot, T>(q);
    const auto& payload = pick<PayloadOption>(NoPayload{}, options...);
    const auto& gravity = pick<GravityOption>(StandardGravity{}, options...);
    T sum{};
    const auto add = [&](auto c, auto h) LIMB_LAMBDA { sum = sum + (dot(h.up, c.h) + c.m * h.level); };
    const auto out = [&](auto i, const auto& p) LIMB_LAMBDA {
        const auto X = link(i, x);
        const auto up = X.into(p.up);
        const auto h = Height{up, p.level + dot(p.up, X.r) + up.z * X.slide};
        add(loaded_moments<robot, T, true>(i, X, payload), h);
        return Out{h, Nothing{}};
    };
    const auto back = [](auto, auto, const auto&) LIMB_LAMBDA { return Back{Nothing{}, Nothing{}}; };
    const auto up = gravity_reaction(x, gravity);
    if constexpr (robot.floats()) {
        const T* p = &x.q[robot.body[0].position + 4];
        const auto h = Height{up, dot(world_reaction<T>(gravity), Vec3{p[0], p[1], p[2]})};
        add(loaded_moments<robot, T, false>(root, Unmoved{}, payload), h);
        traverse<robot, T>(h, out, back);
    } else {
        // the base's origin as the world sees it: -(R'o), and up . (-o) in the base's axes is its level
        const auto h = Height{up, -dot(up, table::origin<T, table::world<robot>>())};
        add(Moments{Nothing{}, Vec3{lift<T>([] { return robot.grounded.h.x; }), lift<T>([] { return robot.grounded.h.y; }), lift<T>([] { return robot.grounded.h.z; })},
                    lift<T>([] { return robot.grounded.m; })}, h);
        traverse<robot, T>(h, out, back);
    }
    return sum;
}

}  // namespace limb
