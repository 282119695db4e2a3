#pragma once
// Which frame each body is computed in: rows are gathered into moving bodies (fixed ones folded into their parents), and
// every body gets the frame in which its constants are fewest. Compile time only.
#include "limb/table/check.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"   // g++: of an int that is an array's bound

namespace limb::internal {

struct RowFrame {                // a row's frame in its body: x_body = rotation x_row + origin; body -1: the base
    int              body = -1;
    Rotation<double> rotation{};
    Vec3<double>     origin{};
};

namespace table {

struct DraftBody {               // a moving body while the tree is being made
    int    row = 0, parent = -1, main = -1;   // main: the child that its frame is fitted to
    int    number = 0;           // its place among the row's freedoms
    Kind   kind = Kind::revolute;
    Vec    axis{};               // in the row's frame
    Mat    R{};                  // x_parent_row = R x_row + p, at q = 0
    Vec    p{};
    double reach = 0;            // how far p went to get there: its rounding is of that size
    Pseudo J{};                  // in the row's frame
    Mat    Q{};                  // x_row = Q x + o: our frame in the row's
    Vec    o{};
};

// CHOICE OF FRAMES
// A revolute joint does not care where on its axis the frame sits nor how it is turned about it. Fitted to the body's
// main child, two numbers of every rotation and one of every offset vanish: z along the joint's axis; x along the
// common normal to the main child's axis, so that beta = 0; and the height on the axis such that the child's r has no
// z. What is left of the turn about z goes into the joint angle. A prismatic joint does not care where its frame is at
// all: r = 0. (Denavit and Hartenberg's idea, extended to trees.)
template <int N> struct Draft {
    int  count = 0;
    DraftBody body[most_bodies(N)]{};
    RowFrame frame[N]{};             // of each row, in the row's frame of its body (x_body_row = rotation x + origin)
    double reach[N]{};               // of their origins, likewise
    Pseudo grounded{};               // what is fixed to the base, in the world's frame
    Mat  base_Q{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Vec  base_o{};

    // uniform: for loops, in which a constant folds only if it is 0, 1 or -1 in every body. Otherwise offsets are positive,
    // which saves signs.
    constexpr void choose_frames(bool uniform) {
        choose_main_children();
        choose_origins();
        choose_axes(uniform);
    }

    constexpr Vec  axis_in_parent(int c) const { return body[c].R * body[c].axis; }
    constexpr bool parallel(Vec a, Vec b) const { return norm(cross(a, b)) < noise; }

    constexpr int depth() const {
        int deepest = 0;
        for (int i = 0; i < count; i++) {
            int d = 0;
            for (int a = i; a >= 0; a = body[a].parent) d++;
            deepest = d > deepest ? d : deepest;
        }
        return deepest;
    }

    constexpr void choose_main_children() {
        for (int c = count - 1; c > 0; c--) {     // the first child, unless another one is parallel
            const int p = body[c].parent;
            if (p < 0 || body[p].kind == Kind::floating) continue;
            const auto joins = [&](int k) { return body[k].kind == Kind::revolute && parallel(axis_in_parent(k), body[p].axis); };
            if (body[p].main < 0 || joins(c) || !joins(body[p].main)) body[p].main = c;
        }
    }
    constexpr void choose_origins() {
        for (int i = count - 1; i >= 0; i--) {    // revolute: a height on the axis, tips first
            DraftBody& b = body[i];
            if (b.kind != Kind::revolute) continue;
            if (b.main >= 0 && body[b.main].kind == Kind::revolute) {
                const DraftBody& c = body[b.main];
                b.o = b.axis * snapped(dot(b.axis, c.R * c.o + c.p), c.reach + norm(c.o));
            } else if (b.parent >= 0 && body[b.parent].kind == Kind::revolute) {
                // a tip: the foot of the common normal with the parent's axis, where the two are far from parallel
                const Vec up = body[b.parent].axis, z = axis_in_parent(i), n = cross(up, z);
                if (dot(n, n) > 0.01) b.o = b.axis * snapped(dot(cross(b.p, up), n) / dot(n, n), b.reach);
            }
        }
        for (int i = 0; i < count; i++) {         // prismatic: on the parent's origin, at the main child's height
            DraftBody& b = body[i];
            if (b.kind != Kind::prismatic) continue;
            if (b.parent >= 0) b.o = transpose(b.R) * (body[b.parent].o - b.p);
            else if (i > 0) b.o = transpose(b.R) * (body[0].R * body[0].o + body[0].p - b.p);   // the base's: see choose_axes
            if (b.main >= 0) b.o = b.o + b.axis * dot(b.axis, body[b.main].R * body[b.main].o + body[b.main].p - b.o);
        }
    }
    constexpr Vec common_normal(Vec z, Vec other, Vec offset) const {
        if (!parallel(z, other)) return across(z, cross(z, other));
        return norm(cross(z, offset)) > 1e-9 ? across(z, offset) : Vec{};
    }
    // The axes of i's parent. The base's are the first body's; a joint that turns does not mind them.
    constexpr Mat parent_axes(int i) const {
        const DraftBody& b = body[i];
        return b.parent >= 0                         ? body[b.parent].Q
               : i > 0 && b.kind == Kind::prismatic ? body[0].R * body[0].Q : Mat{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    }
    // The direction in i's frame from which its joint angle is counted: the parent's axis across ours, or the parent's x.
    // An x along it (or across it) needs no offset of the angle.
    constexpr Vec reference(int i) const {
        const DraftBody& b = body[i];
        const auto in_row = [&](int column) {
            const Mat Q = transpose(parent_axes(i));
            return transpose(b.R) * (column == 2 ? Q.z : Q.x);
        };
        return across(b.axis, parallel(b.axis, in_row(2)) ? in_row(0) : in_row(2));
    }
    // How many constants a tip has if its frame's x is along x.
    constexpr int tip_constants(int i, Vec x) const {
        const DraftBody& b = body[i];
        const Mat to_frame{x, cross(b.axis, x), b.axis};
        const Pseudo J = moved(to_frame, to_frame * (-b.o), b.J);
        const double size = J.S.xx + J.S.yy + J.S.zz;
        int constants = 0;
        for (double h : {J.h.x, J.h.y}) constants += abs(h) > 1e-12 * square_root(size * J.m);
        for (double s : {J.S.xy, J.S.xz, J.S.yz}) constants += abs(s) > 1e-12 * size;
        return constants;
    }
    // A tip's x is free: the one with the fewest constants among no offset, no hy, no Sxy.
    constexpr Vec tip_x(int i) const {
        const DraftBody& b = body[i];
        const Vec ref = reference(i), side = cross(b.axis, ref);
        const Mat to_ref{ref, side, b.axis};
        const Pseudo J = moved(to_ref, to_ref * (-b.o), b.J);
        const double d = (J.S.xx - J.S.yy) / 2, root = square_root(d * d + J.S.xy * J.S.xy);
        Vec best = ref;
        const auto consider = [&](double along, double across) {
            const Vec x = ref * along + side * across;
            if (norm(x) < 1e-9 * (abs(along) + abs(across) + 1e-300)) return;
            if (tip_constants(i, unit(x)) < tip_constants(i, best)) best = unit(x);
        };
        if (norm({J.h.x, J.h.y, 0}) > 1e-9 * J.m) consider(J.h.x, J.h.y);
        if (root > 1e-9 * (J.S.xx + J.S.yy)) consider(root + d, J.S.xy);   // the principal axis of S nearer to ref
        return dot(best, b.J.h) < 0 ? -best : best;
    }
    constexpr void choose_axes(bool uniform) {
        for (int i = 0; i < count; i++) {
            DraftBody& b = body[i];
            const Vec z = b.axis;
            Vec x{};
            if (b.kind == Kind::floating || b.kind == Kind::hinge_z) { b.Q = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; continue; }
            if (b.kind == Kind::prismatic && i > 0) {
                // nothing turns it: x along the common normal to the parent's axis, so that its own offset angle is zero
                const Vec up = transpose(b.R) * transpose(parent_axes(i)).z;
                x = parallel(z, up) ? reference(i) : across(z, cross(up, z));
            } else if (b.main >= 0) {
                const DraftBody& c = body[b.main];
                x = common_normal(z, c.R * c.axis, c.R * c.o + c.p - b.o);
                if (norm(x) == 0) x = reference(i);   // free
                if (!uniform && dot(x, c.R * c.o + c.p - b.o) < -1e-9) x = -x;
            } else x = tip_x(i);
            b.Q = transpose(Mat{x, cross(z, x), z});
        }
        if (body[0].kind != Kind::floating) {     // the base is fitted to the first body: no turn and no offset in between
            base_Q = body[0].R * body[0].Q;
            base_o = body[0].R * body[0].o + body[0].p;
        }
    }
};

// The moving bodies of a table, `order` being its rows parents first; their frames are yet to be chosen.
template <int N> constexpr Draft<N> draft(const Row (&rows)[N], const int (&parent)[N], const int (&order)[N]) {
    Draft<N> l;
    for (int k = 0; k < N; k++) {
        const int i = order[k], up = parent[i];
        const Row& row = rows[i];
        // the row's frame in its parent's body
        Mat R = nearest_rotation(row.rotation);
        Vec p = row.at;
        int body = -1;
        double reach = norm(p);
        if (up >= 0) {
            body = l.frame[up].body;
            reach += l.reach[up];
            p = l.frame[up].rotation * p + l.frame[up].origin;
            R = l.frame[up].rotation * R;
        }
        if (row.joint == Joint::fixed) { l.frame[i] = {body, R, p}; l.reach[i] = reach; }
        const Freedoms f = freedoms_of(row);
        for (int n = 0; n < f.count; n++) {   // all but the first sit where the one before them does
            if (n > 0) { body = l.count - 1; R = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; p = {}; reach = 0; }
            l.body[l.count] = {i, body, -1, f.of[n].number, f.of[n].kind, unit(f.of[n].axis), R, p, reach, {}, {}, {}};
            l.frame[i] = {l.count++, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}};
        }
        const RowFrame& at = l.frame[i];
        const Pseudo J = moved(at.rotation, at.origin, pseudo(row.mass, row.com, row.inertia));
        Pseudo& into = at.body >= 0 ? l.body[at.body].J : l.grounded;
        into = into + J;
    }
    return l;
}

}  // namespace table

}  // namespace limb::internal

#pragma GCC diagnostic pop
