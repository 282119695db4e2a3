#pragma once
// Forward dynamics by articulated bodies, O(N). Source: 000 eq. (19b); Featherstone 2008, table 7.1.
// The first outward pass carries velocity-product accelerations and gravity, so the last one only carries what the
// joints add to them.
#include "limb/factorisation.hpp"
#include "limb/options.hpp"
#include "limb/traverse.hpp"

namespace limb {

// Articulated inertia: [n; f] = [A B; B' C] [al; a]
template <class A, class B, class C> struct Articulated { A A_; B B_; C C_; };
template <class A, class B, class C> Articulated(A, B, C) -> Articulated<A, B, C>;
template <class... A, class... B> LIMB_INLINE auto operator+(Articulated<A...> a, Articulated<B...> b) { return Articulated{a.A_ + b.A_, a.B_ + b.B_, a.C_ + b.C_}; }
template <class T, class... A> LIMB_INLINE auto plain(Articulated<A...> a) { return Articulated{plain<T>(a.A_), plain<T>(a.B_), plain<T>(a.C_)}; }

template <class... I> LIMB_INLINE auto articulated(Moments<I...> c) {   // of a rigid body
    const auto s = c.S_;
    return Articulated{Sym3{s.yy + s.zz, -s.xy, -s.xz, s.xx + s.zz, -s.yz, s.xx + s.yy}, skew(c.h), Sym3{c.m, Zero{}, Zero{}, c.m, Zero{}, c.m}};
}
// about a point from which the old origin is at r
template <class... I, class... V> LIMB_INLINE auto shifted(Articulated<I...> I_, Vec3<V...> r) {
    const auto X = skew(r);
    const auto B = I_.B_ + X * full(I_.C_);
    return Articulated{I_.A_ - symmetric_product(I_.B_, X) + symmetric_product(X, transpose(B)), B, I_.C_};
}
template <class L, class... I> LIMB_INLINE auto inward(const L& X, Articulated<I...> I_) {
    const auto e = shifted(I_, z_axis * X.slide);
    return shifted(Articulated{X.outof(e.A_), X.outof(e.B_), X.outof(e.C_)}, X.r);
}

// Articulated inertia and bias load together: what a limb passes to its parent.
template <class I, class P> struct Handle { I I_; P p; };
template <class I, class P> Handle(I, P) -> Handle<I, P>;
template <class... A, class... B> LIMB_INLINE auto operator+(Handle<A...> a, Handle<B...> b) { return Handle{a.I_ + b.I_, a.p + b.p}; }
template <class T, class... A> LIMB_INLINE auto plain(Handle<A...> a) { return Handle{plain<T>(a.I_), plain<T>(a.p)}; }

// What the last pass needs of a joint: U = I S, 1/D with D = S'U + armature, u = tau - S'p.
template <class N, class F, class T> struct Pivot {
    Load<F, N> U; T D_inverse, u;
    static constexpr int numbers = 8;
    LIMB_INLINE void store(T* to) const {
        const auto keep = [](T& slot, auto value) LIMB_LAMBDA { if constexpr (!is_known<decltype(value)>) slot = value; };
        keep(to[0], U.n.x); keep(to[1], U.n.y); keep(to[2], U.n.z); keep(to[3], U.f.x); keep(to[4], U.f.y); keep(to[5], U.f.z);
        to[6] = D_inverse; to[7] = u;
    }
    LIMB_INLINE static Pivot load(const T* from) {
        Pivot p;
        const auto take = [](auto& value, T slot) LIMB_LAMBDA { if constexpr (!is_known<std::remove_cvref_t<decltype(value)>>) value = slot; };
        take(p.U.n.x, from[0]); take(p.U.n.y, from[1]); take(p.U.n.z, from[2]); take(p.U.f.x, from[3]); take(p.U.f.y, from[4]); take(p.U.f.z, from[5]);
        p.D_inverse = from[6]; p.u = from[7];
        return p;
    }
};
template <class T, class N, class F> LIMB_INLINE auto plain(Pivot<N, F, T> p) { return Pivot<Vec3<T>, Vec3<T>, T>{plain<T>(p.U), p.D_inverse, p.u}; }

// I S: the column of the joint's axis
template <class L, class... I> LIMB_INLINE auto column(const L&, Articulated<I...> I_) {
    if constexpr (L::kind == Kind::revolute) return Load{I_.B_.z, Vec3{I_.A_.xz, I_.A_.yz, I_.A_.zz}};
    else return Load{Vec3{I_.C_.xz, I_.C_.yz, I_.C_.zz}, Vec3{I_.B_.x.z, I_.B_.y.z, I_.B_.z.z}};
}

// I - U U'/D; without armature the joint's own row and column vanish
template <class L, class... I, class... F, class... G> LIMB_INLINE auto released(const L&, Articulated<I...> I_, Load<F...> U, Load<G...> g) {
    const auto minus = [](auto s, auto a, auto b) LIMB_LAMBDA {
        return Sym3{s.xx - a.x * b.x, s.xy - a.x * b.y, s.xz - a.x * b.z, s.yy - a.y * b.y, s.yz - a.y * b.z, s.zz - a.z * b.z};
    };
    return Articulated{minus(I_.A_, g.n, U.n), Mat3{I_.B_.x - U.f * g.n.x, I_.B_.y - U.f * g.n.y, I_.B_.z - U.f * g.n.z}, minus(I_.C_, g.f, U.f)};
}
template <class L, class... I> LIMB_INLINE auto without_joint(const L&, Articulated<I...> I_) {
    const auto A = I_.A_; const auto B = I_.B_; const auto C = I_.C_;
    if constexpr (L::kind == Kind::revolute)
        return Articulated{Sym3{A.xx, A.xy, Zero{}, A.yy, Zero{}, Zero{}}, Mat3{B.x, B.y, ZeroVec{}}, C};
    else
        return Articulated{A, Mat3{Vec3{B.x.x, B.x.y, Zero{}}, Vec3{B.y.x, B.y.y, Zero{}}, Vec3{B.z.x, B.z.y, Zero{}}}, Sym3{C.xx, C.xy, Zero{}, C.yy, Zero{}, Zero{}}};
}
template <class L, class... F> LIMB_INLINE auto without_joint(const L&, Load<F...> U) {
    if constexpr (L::kind == Kind::revolute) return Load{U.f, Vec3{U.n.x, U.n.y, Zero{}}};
    else return Load{Vec3{U.f.x, U.f.y, Zero{}}, U.n};
}
template <class L, class... F> LIMB_INLINE auto with_joint(const L&, Load<F...> p, auto along) {
    if constexpr (L::kind == Kind::revolute) return Load{p.f, Vec3{p.n.x, p.n.y, along}};
    else return Load{Vec3{p.f.x, p.f.y, along}, p.n};
}

// accelerations on top of the bias ones
template <class Al, class A> struct Accelerations { Al al; A a; };
template <class Al, class A> Accelerations(Al, A) -> Accelerations<Al, A>;
template <class T, class... A> LIMB_INLINE auto plain(Accelerations<A...> a) { return Accelerations{plain<T>(a.al), plain<T>(a.a)}; }

template <const auto& robot, class Q, class T, std::size_t n, class... Options>
constexpr Joints<robot, T> forward_dynamics_aba(const Q& q, const etl::array<T, n>& qd, const etl::array<T, n>& tau, const Options&... options) {
    const auto& x        = pose<robot, T>(q);
    const auto& gravity  = pick<GravityOption>(StandardGravity{}, options...);
    const auto& base     = pick<BaseOption>(FixedBase{}, options...);
    const auto& payload  = pick<PayloadOption>(NoPayload{}, options...);
    const auto  wrenches = by_body<robot, T>(pick<WrenchesOption>(NoWrenches{}, options...));
    constexpr bool fixed_base = is_fixed_base<decltype(base)>;
    Joints<robot, T> qdd;
    T memory[8 * robot.bodies];

    // outward: motion without joint accelerations, and the bias load p that it takes
    const auto out = [&](auto i, const auto& parent) LIMB_LAMBDA {
        const auto X = link(i, x);
        const auto m = outward(X, parent, of<robot>(i, qd), Zero{});
        return Out{m, inertial_load(loaded_moments<robot, T, fixed_base>(i, X, payload), m) - external_load<robot, T>(i, X, wrenches)};
    };
    // inward: articulated inertia and bias load as the parent feels them through the joint
    const auto back = [&](auto i, auto own, const auto& children) LIMB_LAMBDA {
        const auto X = link(i, x);
        const auto [I, p] = Handle{articulated(loaded_moments<robot, T, fixed_base>(i, X, payload)), own} + children;
        const auto U = column(X, I);
        const T    t = of<robot>(i, tau);
        const T    u = t - along_joint(X, p);
        const auto rotor = constant<robot, T, armature>(i);
        const T    D_inverse = T(1.0f) / T(along_joint(X, U) + rotor);
        const auto pivot = Pivot<std::remove_const_t<decltype(U.n)>, std::remove_const_t<decltype(U.f)>, T>{U, D_inverse, u};
        if constexpr (is_zero<std::remove_const_t<decltype(rotor)>>) {
            // Ia = I - U U'/D has no row along the joint, and pa = p + U u/D is tau there
            const auto V  = without_joint(X, U);
            const auto g  = Load{V.f * D_inverse, V.n * D_inverse};
            const auto Ia = released(X, without_joint(X, I), V, g);
            const auto pa = with_joint(X, p + Load{g.f * u, g.n * u}, t);
            return Back{Handle{inward(X, Ia), inward(X, pa)}, pivot};
        } else {
            const auto g = Load{U.f * D_inverse, U.n * D_inverse};
            return Back{Handle{inward(X, released(X, I, U, g)), inward(X, p + Load{g.f * u, g.n * u})}, pivot};
        }
    };
    // outward: qdd = (u - U'a)/D, and the acceleration that it adds
    const auto again = [&](auto i, const auto& pivot, const auto& parent) LIMB_LAMBDA {
        const auto X  = link(i, x);
        const auto al = X.into(parent.al);
        const auto a  = X.into(parent.a + cross(parent.al, X.r)) + cross(al, z_axis * X.slide);
        const auto S  = [&] { if constexpr (decltype(X)::kind == Kind::revolute) return al.z; else return a.z; }();
        const auto rotor = constant<robot, T, armature>(i);
        const auto U  = pivot.U;
        T acceleration;
        if constexpr (is_zero<std::remove_const_t<decltype(rotor)>>) {
            const auto V = without_joint(X, U);   // the joint's own part of U'a is D times what the parent gives along it
            acceleration = (pivot.u - (dot(V.n, al) + dot(V.f, a))) * pivot.D_inverse;
            qdd[dof_of<robot>(i).user] = acceleration - S;
        } else {
            const T own = (pivot.u - (dot(U.n, al) + dot(U.f, a))) * pivot.D_inverse;
            qdd[dof_of<robot>(i).user] = own;
            acceleration = own + S;
        }
        if constexpr (decltype(X)::kind == Kind::revolute) return Accelerations{Vec3{al.x, al.y, acceleration}, a};
        else return Accelerations{al, Vec3{a.x, a.y, acceleration}};
    };

    const auto sweep = Traversal<robot, T, decltype(out), decltype(back), decltype(again)>{out, back, again, memory};
    if constexpr (robot.floats()) {
        static_assert(fixed_base, "limb: a robot with a floating root has no base to drive");
        // the root: six freedoms at once, [A B; B' C] [al; a] = tau - p
        const auto c     = loaded_moments<robot, T, false>(root, Unmoved{}, payload);
        const auto m     = root_motion(x, qd, Nothing{}, gravity);
        const auto limbs = sweep.limbs(m);
        const auto [I, p] = Handle{articulated(c), inertial_load(c, m) - external_load<robot, T>(root, Unmoved{}, wrenches)} + limbs.up;
        const auto moment = of_root<robot, angular>(tau) - p.n;
        const auto force = of_root<robot, linear>(tau) - p.f;
        T b[6] = {moment.x, moment.y, moment.z, force.x, force.y, force.z};
        Lower<T, 6> H{{I.A_.xx, I.A_.xy, I.A_.yy, I.A_.xz, I.A_.yz, I.A_.zz,
                       I.B_.x.x, I.B_.y.x, I.B_.z.x, I.C_.xx,
                       I.B_.x.y, I.B_.y.y, I.B_.z.y, I.C_.xy, I.C_.yy,
                       I.B_.x.z, I.B_.y.z, I.B_.z.z, I.C_.xz, I.C_.yz, I.C_.zz}};
        solve<six_in_a_row, false>(H, b);
        const auto al = Vec3{b[0], b[1], b[2]}, a = Vec3{b[3], b[4], b[5]};
        set_root<robot>(qdd, Load{a, al});
        sweep.limbs_again(limbs.shape, Accelerations{al, a});
    } else {
        const auto limbs = sweep.limbs(base_motion(x, gravity, base));
        sweep.limbs_again(limbs.shape, Accelerations{ZeroVec{}, ZeroVec{}});
    }
    return qdd;
}

}  // namespace limb
