#pragma once
// How a sweep walks the tree. A sweep says what happens at one body i, as in the book:
//
//   out(i, parent)           outward: from what the parent passed down, returns Out{down, kept}
//   back(i, kept, children)  inward: with the sum of what the children passed up, returns Back{up, saved}
//   again(i, saved, parent)  outward once more: returns down (forward dynamics only)
//
// and this file decides in which form that runs (Form, tree.hpp): every body written out, depth first, so that known zeros
// fold; one code for limbs that look alike; or loops over a table. i is a BodyIndex (index.hpp).
#include "limb/sweep/for_each_body.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"   // g++: of an int that is an array's bound

namespace limb::internal {

template <class D, class K> struct Out { D down; K kept; };
template <class D, class K> Out(D, K) -> Out<D, K>;
template <class U, class S> struct Back { U up; S saved; };
template <class U, class S> Back(U, S) -> Back<U, S>;

// Keeps the compiler from interleaving what stands before and after it, which would need more registers than there are.
// Stands where it was measured to help: between sibling limbs, between the phases of forward dynamics (xarm7 by mass
// matrix: 2564 -> 2288 instructions of code), inside one step of the articulated bodies (xarm7: 2669 -> 2459).
LIMB_INLINE void scheduling_fence() { if (!std::is_constant_evaluated()) asm volatile(""); }

// What `saved` looks like in memory between back and again: S::numbers numbers, written by store, read by S::load.
LIMB_INLINE void store(Absent, auto*) {}
template <class S> inline constexpr int numbers_of = S::numbers;
template <> inline constexpr int numbers_of<Absent> = 0;

template <const auto& robot, class T, class OutF, class BackF, class AgainF> struct Traversal {
    const OutF& out;
    const BackF& back;
    const AgainF& again;
    T* memory;                   // what back saves for again

    // The types (not the values) of what was saved in a limb, so that `again` knows the zeros that were not stored.
    template <class Saved, class Children> struct Limb {};
    template <class First, class Rest> struct Siblings {};
    template <class First> struct Alike {};
    template <class Saved> struct Looped {};
    struct None {};
    template <class U, class S> struct Result { U up; S shape; };
    template <class U, class S> LIMB_INLINE static Result<U, S> result(U up, S shape) { return {up, shape}; }

    static constexpr int root = robot.floats() ? 0 : -1;   // what the limbs hang from
    template <int body> using AtCompileTime = BodyIndex<robot, T, body>;
    template <int child> using OneOf = BodyIndex<robot, T, child, robot.body[child].size, robot.alike_limbs(child), child>;

    LIMB_INLINE auto limbs(const auto& down) const {
        if constexpr (robot.form == Form::looped) return loop(down);
        else return children<robot.first_child(root)>(AtCompileTime<root>{}, down);
    }
    LIMB_INLINE void limbs_again(auto shape, const auto& down) const {
        if constexpr (robot.form == Form::looped) loop_again(shape, down);
        else children_again<robot.first_child(root)>(AtCompileTime<root>{}, shape, down);
    }

    // ---- every body written out, and one code for alike limbs

    template <class I> LIMB_INLINE auto limb(I i, const auto& parent) const {
        const auto o = out(i, parent);
        const auto c = children<robot.first_child(I::first)>(i, o.down);
        const auto b = back(i, o.kept, c.up);
        using Saved = std::remove_const_t<decltype(b.saved)>;
        store(b.saved, memory + numbers_of<Saved> * i);
        return result(b.up, Limb<Saved, std::remove_const_t<decltype(c.shape)>>{});
    }
    template <int child, class I> LIMB_INLINE auto children(I i, const auto& down) const {
        if constexpr (child < 0) return result(Absent{}, None{});
        else if constexpr (I::known && robot.alike_limbs(child) > 1) {
            using R = decltype(limb(OneOf<child>{}, down));
            auto sum = decltype(as_numbers<T>(R::up)){};
            count_up<true, robot.alike_limbs(child)>([&](int n) LIMB_LAMBDA {
                sum = as_numbers<T>(sum + limb(OneOf<child>{n}, down).up);
            });
            return result(sum, Alike<decltype(R::shape)>{});
        } else {
            const auto first = limb(i.template at<child>(), down);
            constexpr int next = robot.next_sibling(child);
            if constexpr (next >= 0) scheduling_fence();
            const auto rest = children<next>(i, down);
            using First = std::remove_const_t<decltype(first.shape)>;
            using Rest  = std::remove_const_t<decltype(rest.shape)>;
            return result(first.up + rest.up, Siblings<First, Rest>{});
        }
    }

    template <class I, class Saved, class Children>
    LIMB_INLINE void limb_again(I i, Limb<Saved, Children>, const auto& parent) const {
        const auto down = again(i, Saved::load(memory + Saved::numbers * i), parent);
        children_again<robot.first_child(I::first)>(i, Children{}, down);
    }
    template <int child> LIMB_INLINE void children_again(auto, None, const auto&) const {}
    template <int child, class First> LIMB_INLINE void children_again(auto, Alike<First>, const auto& down) const {
        count_up<true, robot.alike_limbs(child)>([&](int n) LIMB_LAMBDA { limb_again(OneOf<child>{n}, First{}, down); });
    }
    template <int child, class First, class Rest>
    LIMB_INLINE void children_again(auto i, Siblings<First, Rest>, const auto& down) const {
        limb_again(i.template at<child>(), First{}, down);
        constexpr int next = robot.next_sibling(child);
        if constexpr (next >= 0) scheduling_fence();
        children_again<next>(i, Rest{}, down);
    }

    // ---- loops over the table. A chain keeps only the state of the body before; a tree keeps all.

    static constexpr int  start = root + 1, count = looped_bodies<robot>;
    static constexpr bool chain = robot.is_chain();
    LIMB_INLINE static auto& of(auto& base, auto* bodies, int body) {
        return body < start ? base : bodies[chain ? 0 : body - start];
    }

    LIMB_INLINE auto loop(const auto& base) const {
        using Some  = SomeBody<robot, T>;
        using Down  = decltype(as_numbers<T>(base));
        using Kept  = decltype(as_numbers<T>(out(Some{}, Down{}).kept));
        using After = decltype(back(Some{}, Kept{}, Absent{}));
        using Up    = decltype(as_numbers<T>(After::up));
        using Saved = decltype(as_numbers<T>(After::saved));
        const Down base_down = as_numbers<T>(base);
        Down down[chain ? 1 : count];
        Kept kept[count];
        for_each_body<robot, T>([&](auto i) LIMB_LAMBDA {
            const auto o = out(i, of(base_down, static_cast<const Down*>(down), i.parent()));
            down[chain ? 0 : i - start] = as_numbers<T>(o.down);
            kept[i - start] = as_numbers<T>(o.kept);
        });
        Up up[chain ? 1 : count]{}, base_up{};
        for_each_body_back<robot, T>([&](auto i) LIMB_LAMBDA {
            const auto b = back(i, kept[i - start], up[chain ? 0 : i - start]);
            store(as_numbers<T>(b.saved), memory + numbers_of<Saved> * i);
            Up& into = of(base_up, up, i.parent());
            if constexpr (chain) into = as_numbers<T>(b.up);
            else into = as_numbers<T>(into + b.up);
        });
        return result(base_up, Looped<Saved>{});
    }
    template <class Saved> LIMB_INLINE void loop_again(Looped<Saved>, const auto& base) const {
        using Down = decltype(as_numbers<T>(base));
        const Down base_down = as_numbers<T>(base);
        Down down[chain ? 1 : count];
        for_each_body<robot, T>([&](auto i) LIMB_LAMBDA {
            const auto pivot = Saved::load(memory + Saved::numbers * i);
            down[chain ? 0 : i - start] = as_numbers<T>(again(i, pivot, of(base_down, static_cast<const Down*>(down), i.parent())));
        });
    }
};

// Outward and inward; returns the sum of what the limbs pass to the base or root.
template <const auto& robot, class T> LIMB_INLINE auto traverse(const auto& base, const auto& out, const auto& back) {
    using OutF  = std::remove_cvref_t<decltype(out)>;
    using BackF = std::remove_cvref_t<decltype(back)>;
    return Traversal<robot, T, OutF, BackF, Absent>{out, back, {}, nullptr}.limbs(base).up;
}
inline constexpr auto nothing_back = [](auto, auto, const auto&) { return Back{Absent{}, Absent{}}; };   // outward only

}  // namespace limb::internal

#pragma GCC diagnostic pop
