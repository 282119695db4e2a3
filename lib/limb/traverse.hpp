#pragma once
// How a sweep walks the tree. A sweep says what happens at one body i, as in the book:
//
//   out(i, parent)           outward: from what the parent passed down, returns Out{down, kept}
//   back(i, kept, children)  inward: with the sum of what the children passed up, returns Back{up, saved}
//   again(i, saved, parent)  outward once more: returns down (forward dynamics only)
//
// and this file decides in which form that runs (Form, tree.hpp): every body written out in depth-first order, so that
// known zeros fold; one code for limbs that look alike; or loops over a table. i is an Index (index.hpp).
#include "limb/body.hpp"

namespace limb {

template <class D, class K> struct Out { D down; K kept; };
template <class D, class K> Out(D, K) -> Out<D, K>;
template <class U, class S> struct Back { U up; S saved; };
template <class U, class S> Back(U, S) -> Back<U, S>;
inline constexpr auto not_again = [](auto, auto, const auto&) { return Nothing{}; };

// Between sibling limbs: keeps the compiler from interleaving them and running out of registers.
LIMB_INLINE void barrier() { if (!std::is_constant_evaluated()) asm volatile(""); }

template <const auto& robot, class T, class OutF, class BackF, class AgainF> struct Traversal {
    const OutF& out;
    const BackF& back;
    const AgainF& again;
    T* memory;                   // what back saves for again

    static constexpr int root = robot.floats() ? 0 : -1;   // what the limbs hang from

    // back's result for a limb, and the types (not the values) of all that was saved in it
    template <class Saved, class Children> struct Limb {};
    template <class First, class Rest> struct Siblings {};
    template <class First> struct Alike {};
    template <class Saved> struct Looped {};
    struct None {};
    template <class U, class S> struct Result { U up; S shape; };
    template <class U, class S> LIMB_INLINE static Result<U, S> result(U up, S shape) { return {up, shape}; }

    LIMB_INLINE auto limbs(const auto& down) const {
        if constexpr (robot.form == Form::looped) return loop(down);
        else return children<robot.first_child(root)>(Index<root>{}, down);
    }
    LIMB_INLINE void limbs_again(auto shape, const auto& down) const {
        if constexpr (robot.form == Form::looped) loop_again(shape, down);
        else children_again<robot.first_child(root)>(Index<root>{}, shape, down);
    }

    // ---- every body written out, and one code for alike limbs

    template <class I> LIMB_INLINE auto limb(I i, const auto& parent) const {
        const auto o = out(i, parent);
        const auto c = children<robot.first_child(I::first)>(i, o.down);
        const auto b = back(i, o.kept, c.up);
        b.saved.store(memory + b.saved.numbers * i);
        return result(b.up, Limb<std::remove_const_t<decltype(b.saved)>, std::remove_const_t<decltype(c.shape)>>{});
    }
    template <int child, class I> LIMB_INLINE auto children(I i, const auto& down) const {
        if constexpr (child < 0) return result(Nothing{}, None{});
        else if constexpr (I::known && robot.alike_limbs(child) > 1) {
            constexpr int n = robot.alike_limbs(child);
            using L = Index<child, robot.body[child].size, n, child>;
            using R = decltype(limb(L{}, down));
            auto sum = decltype(plain<T>(R::up)){};
#pragma GCC unroll 1
            for (int k = 0; k < n; k++) sum = plain<T>(sum + limb(L{k}, down).up);
            return result(sum, Alike<decltype(R::shape)>{});
        } else {
            const auto first = limb(i.template at<child>(), down);
            constexpr int next = robot.next_sibling(child);
            if constexpr (next >= 0) barrier();
            const auto rest = children<next>(i, down);
            return result(first.up + rest.up, Siblings<std::remove_const_t<decltype(first.shape)>, std::remove_const_t<decltype(rest.shape)>>{});
        }
    }

    template <class I, class S, class C> LIMB_INLINE void limb_again(I i, Limb<S, C>, const auto& parent) const {
        const auto down = again(i, S::load(memory + S::numbers * i), parent);
        children_again<robot.first_child(I::first)>(i, C{}, down);
    }
    template <int child, class I> LIMB_INLINE void children_again(I, None, const auto&) const {}
    template <int child, class I, class F, class R> LIMB_INLINE void children_again(I i, Siblings<F, R>, const auto& down) const {
        limb_again(i.template at<child>(), F{}, down);
        constexpr int next = robot.next_sibling(child);
        if constexpr (next >= 0) barrier();
        children_again<next>(i, R{}, down);
    }
    template <int child, class I, class F> LIMB_INLINE void children_again(I, Alike<F>, const auto& down) const {
        constexpr int n = robot.alike_limbs(child);
        using L = Index<child, robot.body[child].size, n, child>;
#pragma GCC unroll 1
        for (int k = 0; k < n; k++) limb_again(L{k}, F{}, down);
    }

    // ---- loops over the table. A chain keeps only the state of the body before; a tree keeps all.

    static constexpr int  start = robot.floats() ? 1 : 0, count = robot.bodies - start;
    static constexpr bool chain = robot.is_chain();

    LIMB_INLINE auto loop(const auto& base) const {
        using Base  = decltype(plain<T>(base));
        using Kept  = decltype(plain<T>(out(AnyBody<robot>{}, Base{}).kept));
        using After = decltype(back(AnyBody<robot>{}, Kept{}, Nothing{}));
        using Up    = decltype(plain<T>(After::up));
        using Saved = decltype(plain<T>(After::saved));
        const Base base_down = plain<T>(base);
        Base down[chain ? 1 : count];
        Kept kept[count];
        for_each_body<robot>([&](auto i) LIMB_LAMBDA {
            const int k = i - start, p = table::place<robot, &Body::parent>(i) - start;
            const auto o = out(i, p < 0 ? base_down : down[chain ? 0 : p]);
            down[chain ? 0 : k] = plain<T>(o.down);
            kept[k] = plain<T>(o.kept);
        });
        Up up[chain ? 1 : count]{}, base_up{};
        for_each_body_back<robot>([&](auto i) LIMB_LAMBDA {
            const int k = i - start, p = table::place<robot, &Body::parent>(i) - start;
            const auto b = back(i, kept[k], up[chain ? 0 : k]);
            plain<T>(b.saved).store(memory + Saved::numbers * i);
            Up& into = p < 0 ? base_up : up[chain ? 0 : p];
            if constexpr (chain) into = plain<T>(b.up);
            else into = plain<T>(into + b.up);
        });
        return result(base_up, Looped<Saved>{});
    }
    template <class Saved> LIMB_INLINE void loop_again(Looped<Saved>, const auto& base) const {
        using Base = decltype(plain<T>(base));
        const Base base_down = plain<T>(base);
        Base down[chain ? 1 : count];
        for_each_body<robot>([&](auto i) LIMB_LAMBDA {
            const int k = i - start, p = table::place<robot, &Body::parent>(i) - start;
            down[chain ? 0 : k] = plain<T>(again(i, Saved::load(memory + Saved::numbers * i), p < 0 ? base_down : down[chain ? 0 : p]));
        });
    }
};

template <const auto& robot, class T> LIMB_INLINE auto traverse(const auto& base, const auto& out, const auto& back) {
    return Traversal<robot, T, std::remove_cvref_t<decltype(out)>, std::remove_cvref_t<decltype(back)>, decltype(not_again)>{out, back, not_again, nullptr}.limbs(base).up;
}

}  // namespace limb
