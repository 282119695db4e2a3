#pragma once
// limb::tree({...}): the robot's table, checked and made ready for the sweeps, all at compile time.
//
// Rows are relabelled depth-first, fixed rows folded into their parents, and every body gets a frame of our own choice
// in which its constants are as few as they can be; see frames.hpp. What users give and get stays in the
// order and the frames of their rows.
#include "limb/table/check_bodies.hpp"
#include "limb/table/rotors.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"   // g++: of an int that is an array's bound

namespace limb::internal {

// How the sweeps of a robot are laid out in code; chosen by tree(), or by the user as tree()'s second argument.
enum class Form {
    automatic,
    unrolled,   // every body written out: fewest instructions, most flash
    shared,     // as unrolled, but limbs that look alike share one code
    looped,     // one code for all bodies: least flash, for long chains
};

// Constants of a body, in its frame: x_parent = r + Rz(beta) Rx(alpha) Rz(q + whole_offset) x  (revolute)
//                                    x_parent = Rz(beta) Rx(alpha) (x + z (q + offset))  (prismatic, floating alike)
enum Constant {
    rx, ry, rz, sin_alpha, cos_alpha, sin_beta, cos_beta,
    whole_offset, sin_quarter, cos_quarter, offset,   // quarter: the part of the whole offset that is a quarter turn; offset: the rest.
                                                      // Of hinge_z and hinge_yx, whose angle is always zero: the whole offset
    Sxx, Sxy, Sxz, Syy, Syz, Szz, hx, hy, hz, mass, xx_minus_yy, twice_xy, armature,
    constants
};

struct Body {
    Kind   kind   = Kind::revolute;
    int    parent = -1;          // -1: the base
    int    row    = 0;           // where the user wrote it
    int    size   = 1;           // bodies of its subtree, itself included: body i's subtree is i ... i + size - 1
    int    dof    = 0;           // its place in qd, qdd, tau
    int    position = 0;         // its place in q
    int    angle  = -1;          // its place among the sines and cosines, or a hinge_z's among the matrices; -1: it has none
    bool   before_turn = false;  // computed in the frame before its own turn: its constants turn, not its vectors
    bool   adds_angle = false;   // axis parallel to that of a parent before its turn: angles add, no turn in between
    double constant[constants]{};
    double pitch  = 0;           // of a helical joint
};

template <int N> struct Tree {
    Form             form = Form::automatic;
    int              rows = N, bodies = 0, dof = 0, positions = 0;
    int              angles = 0, spherical_joints = 0;   // of which a pose keeps sine and cosine, and rotation matrices
    int              felt_angles = 0;         // the first of the angles are those that inertia feels; the others only turn what is round
    Body             body[most_bodies(N)]{};
    RowFrame         frame[N]{};
    Row              given[N]{}; // the rows as the user wrote them
    int              row_dof[N]{}, row_position[N]{};   // where a row's numbers start in qd and in q
    RowFrame         world{};    // the world's frame in the base's, as the bodies' frames are
    table::Pseudo    grounded{}; // what is fixed to the base, and what lumping moved there: felt only by what carries it

    consteval int row(const char* name) const { return table::known_row(given, name); }
    constexpr bool floats() const { return body[0].kind == Kind::floating; }
    constexpr int  extra_freedoms() const { return floats() ? 5 : 0; }   // of the root, beyond one
    constexpr bool has(Kind kind) const {
        for (int i = 0; i < bodies; i++) if (body[i].kind == kind) return true;
        return false;
    }
    constexpr bool is_before_turn(int i) const { return i >= 0 && body[i].before_turn; }
    constexpr bool is_leaf(int i) const { return body[i].size == 1; }
    constexpr int  first_child(int i) const { return i < 0 ? 0 : body[i].size > 1 ? i + 1 : -1; }
    constexpr int  next_sibling(int i) const {
        const int next = i + body[i].size;
        return next < bodies && body[next].parent == body[i].parent ? next : -1;
    }
    constexpr bool is_chain() const {
        for (int i = 0; i < bodies; i++) if (body[i].parent != i - 1) return false;
        return true;
    }
    constexpr bool is_felt(int i) const { return !has_angle(body[i].kind) || body[i].angle < felt_angles; }
    // limbs a and b are alike: the same shape and the same kinds of joints; their numbers may differ
    constexpr bool alike(int a, int b) const {
        if (body[a].size != body[b].size) return false;
        for (int k = 0; k < body[a].size; k++) {
            const Body &x = body[a + k], &y = body[b + k];
            if (x.kind != y.kind || (k > 0 && x.parent - a != y.parent - b) || x.before_turn != y.before_turn ||
                x.adds_angle != y.adds_angle || is_felt(a + k) != is_felt(b + k) ||
                x.constant[sin_quarter] != y.constant[sin_quarter] || x.constant[cos_quarter] != y.constant[cos_quarter]) return false;
        }
        return true;
    }
    // how many limbs, from limb i on, share one code
    constexpr int alike_limbs(int i) const {
        int n = 1;
        if (form == Form::shared) for (int c = next_sibling(i); c >= 0; c = next_sibling(c), n++) if (!alike(i, c)) return 1;
        return n;
    }
    // the bodies that a sweep is written out for, from i on: limbs that share one code count once
    constexpr int written_out(int i = -1, bool share = true) const {
        int n = i >= 0;
        for (int c = first_child(i); c >= 0; c = next_sibling(c)) {
            const bool one_code = share && alike_limbs(c) > 1;
            n += written_out(c, share && !one_code);
            if (one_code) break;
        }
        return n;
    }
    constexpr bool supports(int a, int i) const { return a <= i && i < a + body[a].size; }
};

namespace table {

// LUMPING. About a revolute z, (Szz, hz, m) act as if they were fixed in the parent; a prismatic joint passes all of S, a
// helical one Szz, a hinge_z m. Moved there, they cost nothing: seven numbers are left of a revolute body's ten. Tips first.
template <int N, int most> constexpr void lump(Tree<N>& t, Pseudo (&J)[most], const Mat (&E)[most], const Vec (&r)[most]) {
    for (int i = t.bodies - 1; i >= 0; i--) {
        const Kind kind = t.body[i].kind;
        Pseudo& own = J[i];
        const double size = own.S.xx + own.S.yy + own.S.zz, arm = square_root(size * own.m);
        const Pseudo part = kind == Kind::revolute || kind == Kind::hinge_yx ? Pseudo{{0, 0, 0, 0, 0, own.S.zz}, {0, 0, own.h.z}, own.m}
                            : kind == Kind::prismatic                    ? Pseudo{own.S, {}, 0}
                            : kind == Kind::helical                      ? Pseudo{{0, 0, 0, 0, 0, own.S.zz}, {}, 0}
                            : kind == Kind::hinge_z                         ? Pseudo{{}, {}, own.m} : Pseudo{};
        own = own - part;
        Pseudo& into = t.body[i].parent >= 0 ? J[t.body[i].parent] : t.grounded;
        into = into + moved(E[i], r[i], part);
        for (double* s : {&own.S.xy, &own.S.xz, &own.S.yz}) *s = snapped(*s, size);
        const Sym s = own.S;   // a thin rod's moment about itself is small, but it is all that a joint along it has
        own.S.xx = snapped(s.xx, s.yy + s.zz); own.S.yy = snapped(s.yy, s.xx + s.zz); own.S.zz = snapped(s.zz, s.xx + s.yy);
        for (double* h : {&own.h.x, &own.h.y, &own.h.z}) *h = snapped(*h, arm);
    }
}

// M = Rz(beta) Rx(alpha) Rz(gamma), all three snapped. Of axes that are all but parallel, beta and gamma are known badly and only
// their sum well: gamma is what is left of M when alpha and beta are decided.
struct Turns { Turn<double, double> alpha{0, 1}, beta{0, 1}, gamma{0, 1}; };
constexpr Turn<double, double> turn_along(double s, double c) { const double r = square_root(s * s + c * c); return {s / r, c / r}; }
constexpr Turns turns_of(Mat M) {
    Turns t;
    const double tilt = square_root(M.x.z * M.x.z + M.y.z * M.y.z);
    t.alpha = snapped(turn_along(tilt, M.z.z));
    if (t.alpha.s != 0) t.beta = snapped(turn_along(M.x.z, -M.y.z), tilt);
    const Mat rest = transpose(about_z(t.beta) * about_x(t.alpha)) * M;
    t.gamma = snapped(turn_along(rest.y.x - rest.x.y, rest.x.x + rest.y.y));
    return t;
}
// Nothing turns a slide, and its frame is chosen so that gamma is zero: beta is where its x points.
constexpr Turns turns_of_slide(Mat M) {
    Turns t;
    t.beta = snapped(turn_along(M.y.x, M.x.x));
    const Mat rest = transpose(about_z(t.beta)) * M;
    t.alpha = snapped(turn_along(rest.z.y - rest.y.z, rest.y.y + rest.z.z));
    return t;
}

// FRAME POLICY. A tip, and a body with a parallel child, is computed before its own turn: turning its few constants is
// cheaper than turning its five vectors, and the angles of a parallel group add up instead of turning one by one.
template <int N> constexpr void choose_policy(Tree<N>& t) {
    const auto parallel = [&](int i) {
        const Body& b = t.body[i];
        return b.parent >= 0 && b.kind == Kind::revolute && t.body[b.parent].kind == Kind::revolute &&
               b.constant[sin_alpha] == 0 && b.constant[cos_alpha] == 1;   // beta is then zero, too: see turns_of
    };
    for (int i = 0; i < t.bodies; i++) {
        bool early = t.is_leaf(i);
        for (int c = t.first_child(i); c >= 0; c = t.next_sibling(c)) early = early || parallel(c);
        t.body[i].before_turn = early && t.body[i].kind == Kind::revolute && t.form != Form::looped;
    }
    for (int i = 0; i < t.bodies; i++) t.body[i].adds_angle = parallel(i) && t.body[t.body[i].parent].before_turn;
    // The turn of a round tip, whose constants it leaves as they are, is felt by nothing but what acts on its rows.
    const auto is_felt = [&](int i) {
        const double(&k)[constants] = t.body[i].constant;
        bool felt = !t.body[i].before_turn || k[hx] != 0 || k[hy] != 0 || k[Sxy] != 0 || k[Sxz] != 0 || k[Syz] != 0 || k[xx_minus_yy] != 0;
        for (int c = t.first_child(i); c >= 0; c = t.next_sibling(c))
            felt = felt || !t.body[c].adds_angle || t.body[c].constant[rx] != 0 || t.body[c].constant[ry] != 0;
        return felt;
    };
    for (bool felt : {true, false}) {
        for (int i = 0; i < t.bodies; i++) if (has_angle(t.body[i].kind) && is_felt(i) == felt) t.body[i].angle = t.angles++;
        if (felt) t.felt_angles = t.angles;
    }
    for (int i = 0; i < t.bodies; i++) if (t.body[i].kind == Kind::hinge_z) t.body[i].angle = t.spherical_joints++;
}

}  // namespace table

// What may be written out by itself. One body takes up to 2 KB of flash and a second to compile in forward dynamics alone, and the
// mass matrix grows with the depth, too. A wider robot shares the code of limbs that look alike, a deeper one is looped over.
inline constexpr int deepest_written_out = 8, most_written_out = 20;

template <class mistake = error::a_row_has_a_field_that_there_is_not_or_a_value_that_does_not_fit> void tree(...) = delete;
// The robot, from its rows. Must initialise a constexpr variable of static storage.
template <int N> constexpr Tree<N> tree(const Row (&rows)[N], Form form = Form::automatic) {
    using namespace table;
    Tree<N> t;
    const Parents<N> parent = parents(rows);
    for (int i = 0; i < N; i++) { check_row(rows, i); t.given[i] = rows[i]; }

    // regular labelling: depth-first, siblings in the user's order
    int order[N]{}, found = 0;
    for (int i = 0; i < N; i++) if (parent.of[i] < 0) order[found++] = i;
    for (int k = 0; k < found; k++) {             // insert the children of order[k] behind it
        int children[N]{}, n = 0;
        for (int i = 0; i < N; i++) if (parent.of[i] == order[k]) children[n++] = i;
        for (int j = found - 1; j > k; j--) order[j + n] = order[j];
        for (int j = 0; j < n; j++) order[k + 1 + j] = children[j];
        found += n;
    }

    Draft<N> l = draft(rows, parent.of, order);
    check_possible(rows, l);
    check_units(rows, parent, l);
    t.form = form != Form::automatic       ? form
             : l.depth() > deepest_written_out ? Form::looped
             : l.count > most_written_out      ? Form::shared : Form::unrolled;
    if (l.count == 1 && l.body[0].kind == Kind::floating) t.form = Form::unrolled;   // there is nothing to loop over
    l.choose_frames(t.form == Form::looped);
    t.bodies = l.count;
    t.grounded = l.grounded;
    for (int i = 0; i < N; i++) t.frame[i] = l.frame[i];

    // places in q and qd: the user's order
    for (int i = 0; i < N; i++) {
        t.row_dof[i] = t.dof;
        t.row_position[i] = t.positions;
        t.dof += freedoms(rows[i].joint);
        t.positions += numbers_in_q(rows[i].joint);
    }

    constexpr int most = most_bodies(N);
    Pseudo J[most]{};
    Mat E[most]{};
    Vec r[most]{};
    for (int i = 0; i < t.bodies; i++) {
        const DraftBody& b = l.body[i];
        const bool from_base = b.parent < 0;
        const Mat up = transpose(from_base ? l.base_Q : l.body[b.parent].Q);
        const Vec up_o = from_base ? l.base_o : l.body[b.parent].o;
        Body& body = t.body[i];
        double(&k)[constants] = body.constant;
        body.kind = b.kind;
        body.parent = b.parent;
        body.row = b.row;
        body.dof = t.row_dof[b.row] + b.number;
        body.position = t.row_position[b.row] + (b.kind == Kind::hinge_z ? 0 : b.number);
        body.pitch = b.kind == Kind::helical ? rows[b.row].pitch : 0;
        for (int a = i; a >= 0; a = l.body[a].parent) if (a != i) t.body[a].size++;

        const double reach = b.reach + norm(b.o) + norm(up_o);
        // x_parent = M x + d at q = 0;  M = Rz(beta) Rx(alpha) Rz(gamma)
        const Mat M = up * (b.R * b.Q);
        const Vec d = up * (b.R * b.o + b.p - up_o);
        const auto [alpha, beta, gamma] = b.kind == Kind::floating ? Turns{} : b.kind == Kind::prismatic ? turns_of_slide(M) : turns_of(M);
        k[sin_alpha] = alpha.s; k[cos_alpha] = alpha.c; k[sin_beta] = beta.s; k[cos_beta] = beta.c;
        const bool quarter = gamma.s == 0 || gamma.c == 0 || b.kind == Kind::hinge_z || b.kind == Kind::hinge_yx;
        k[sin_quarter] = quarter ? gamma.s : 0;
        k[cos_quarter] = quarter ? gamma.c : 1;
        k[whole_offset] = gamma.s == 0 && gamma.c == 1 ? 0 : angle(gamma);
        k[offset] = quarter ? 0 : k[whole_offset];
        E[i] = about_z(beta) * about_x(alpha);
        if (b.kind == Kind::prismatic) k[offset] = snapped(dot(transpose(E[i]).z, d), reach);
        else if (b.kind != Kind::floating) r[i] = {snapped(d.x, reach), snapped(d.y, reach), snapped(d.z, reach)};
        k[rx] = r[i].x; k[ry] = r[i].y; k[rz] = r[i].z;
        J[i] = moved(transpose(b.Q), transpose(b.Q) * (-b.o), b.J);
    }

    Pseudo base_rings{};   // of rotors: rotors.hpp
    for (int i = 0; i < t.bodies; i++) {
        const Row& row = rows[t.body[i].row];
        t.body[i].constant[armature] = armature_without_ring(row);
        J[i] = J[i] + ring(row);
        Pseudo& carrier = t.body[i].parent >= 0 ? J[t.body[i].parent] : base_rings;
        carrier = carrier - moved(E[i], {}, ring(row));
    }

    // every joint must move something: the bodies beyond it, seen from its frame at q = 0
    Pseudo beyond[most]{};
    for (int i = t.bodies - 1; i >= 0; i--) {
        beyond[i] = beyond[i] + J[i];
        const Pseudo& c = beyond[i];
        const double felt = t.body[i].kind == Kind::prismatic || t.body[i].kind == Kind::floating ? c.m
                            : c.S.xx + c.S.yy - 1e-13 * c.S.zz + t.body[i].pitch * t.body[i].pitch * c.m;   // less rounding
        LIMB_REFUSE(t.is_leaf(i) && !(c.m > 0), t.body[i].row, massless_leaf);
        LIMB_REFUSE(!(felt + t.body[i].constant[armature] > 0), t.body[i].row, joint_moves_no_inertia);
        const double(&k)[constants] = t.body[i].constant;
        const Mat full_turn = E[i] * about_z(sin_cos(k[whole_offset]));   // of a hinge_z: at rest, which is as good as any
        if (t.body[i].parent >= 0) beyond[t.body[i].parent] = beyond[t.body[i].parent] + moved(full_turn, r[i], c);
    }

    t.world = {-1, transpose(l.base_Q), transpose(l.base_Q) * (-l.base_o)};
    t.grounded = moved(t.world.rotation, t.world.origin, t.grounded) + base_rings;
    lump(t, J, E, r);
    for (int i = 0; i < t.bodies; i++) {
        const Pseudo& P = J[i];
        double(&k)[constants] = t.body[i].constant;
        k[Sxx] = P.S.xx; k[Sxy] = P.S.xy; k[Sxz] = P.S.xz; k[Syy] = P.S.yy; k[Syz] = P.S.yz; k[Szz] = P.S.zz;
        k[hx] = P.h.x; k[hy] = P.h.y; k[hz] = P.h.z; k[mass] = P.m;
        k[xx_minus_yy] = snapped(P.S.xx - P.S.yy, P.S.xx + P.S.yy);
        k[twice_xy] = 2 * P.S.xy;
    }
    choose_policy(t);
    if (form == Form::automatic && t.form == Form::shared && t.written_out() > most_written_out) return tree(rows, Form::looped);

    // the rows' frames, from the row that a body came from to the body's own frame
    for (int i = 0; i < N; i++) {
        RowFrame& f = t.frame[i];
        const Mat Q = transpose(f.body >= 0 ? l.body[f.body].Q : l.base_Q);
        const Vec o = f.body >= 0 ? l.body[f.body].o : l.base_o;
        const double reach = l.reach[i] + norm(o);
        f.origin = Q * (f.origin - o);
        f.rotation = Q * f.rotation;
        for (Vec* v : {&f.rotation.x, &f.rotation.y, &f.rotation.z})
            *v = {snapped(v->x, 1), snapped(v->y, 1), snapped(v->z, 1)};
        f.origin = {snapped(f.origin.x, reach), snapped(f.origin.y, reach), snapped(f.origin.z, reach)};
    }
    return t;
}

// the same robot, its sweeps laid out in another form
template <int N> constexpr Tree<N> in_form(Form form, const Tree<N>& t) { return tree(t.given, form); }

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Form; using internal::Body; using internal::Tree; using internal::tree;
using internal::in_form;

}  // namespace limb

#pragma GCC diagnostic pop
