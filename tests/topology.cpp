// The tree as matrices: the examples that the sources print, and that the inverses are inverses.
#include "limb/topology.hpp"

#include "limb/limb.hpp"
#include "satellite.hpp"
#include "small_robots.hpp"
#include "static_laws.hpp"

namespace {

using enum limb::Joint;

template <int n> constexpr bool same(const limb::Dense<int, n, n>& a, const int (&b)[n][n]) {
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            if (a[i][j] != b[i][j]) return false;
    return true;
}
constexpr bool inverse(const auto& a, const auto& b) {
    const int n = a.size();
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            int sum = 0;
            for (int k = 0; k < n; ++k) sum += a[i][k] * b[k][j];
            if (sum != (i == j ? 1 : 0)) return false;
        }
    return true;
}
constexpr bool upper_triangular(const auto& a) {
    for (int i = 0; i < int(a.size()); ++i)
        for (int j = 0; j < i; ++j)
            if (a[i][j] != 0) return false;
    return true;
}
template <int n> constexpr bool holds_together(const limb::Topology<n>& t) {
    const auto S = incidence(t), T = inverse_incidence(t), pi = path_matrix(t), rho = reference_matrix(t);
    bool placed[n]{}, ordered = true;
    for (const int i : t.order) {
        ordered = ordered && !placed[i] && (t.parent[i] < 0 || placed[t.parent[i]]);
        placed[i] = true;
    }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) ordered = ordered && rho[i][j] == -S[j][i] && pi[i][j] == -T[j][i];
    return ordered && inverse(S, T) && inverse(T, S) && inverse(pi, rho) && inverse(rho, pi);
}

constexpr limb::Row row(const char* name, const char* parent, limb::Joint joint = revolute_z) {
    return {.name = name, .parent = parent, .joint = joint, .mass = 1, .com = {0.1, 0, 0}, .inertia = {1, 1, 1}};
}

// --- the tree of 003, figure 3a, regularly labelled: (1) and (25)

constexpr auto regular = limb::tree(
    {row("b1", "world"), row("b2", "b1"), row("b3", "b1"), row("b4", "b2"), row("b5", "b2"), row("b6", "b2")});
// clang-format off
static_assert(same(incidence(limb::row_topology<regular>), {{-1,  1,  1,  0,  0,  0},    // the columns from the second on are C
                                                            { 0, -1,  0,  1,  1,  1},
                                                            { 0,  0, -1,  0,  0,  0},
                                                            { 0,  0,  0, -1,  0,  0},
                                                            { 0,  0,  0,  0, -1,  0},
                                                            { 0,  0,  0,  0,  0, -1}}));
static_assert(same(inverse_incidence(limb::row_topology<regular>), {{-1, -1, -1, -1, -1, -1},
                                                       { 0, -1,  0, -1, -1, -1},
                                                       { 0,  0, -1,  0,  0,  0},
                                                       { 0,  0,  0, -1,  0,  0},
                                                       { 0,  0,  0,  0, -1,  0},
                                                       { 0,  0,  0,  0,  0, -1}}));
// clang-format on

// --- figure 3b, labelled anyhow: rows in any order, bodies regular all the same

constexpr auto arbitrary = limb::tree(
    {row("b1", "world"), row("b2", "b4"), row("b3", "b4"), row("b4", "b1"), row("b5", "b1"), row("b6", "b4")});
// clang-format off
constexpr int as_printed[6][5] = {{ 1,  1,  0,  0,  0},    // C_b: bodies by rows, hinges h1 to h5 by columns
                                  { 0,  0,  0, -1,  0},
                                  { 0,  0,  0,  0, -1},
                                  { 0, -1,  1,  1,  1},
                                  {-1,  0,  0,  0,  0},
                                  { 0,  0, -1,  0,  0}};
// clang-format on
constexpr bool is_as_printed() {
    constexpr int carried[] = {4, 3, 5, 1, 2};  // hinge h1 carries b5, h2 carries b4, ...
    const auto S = incidence(limb::row_topology<arbitrary>);
    for (int i = 0; i < 6; ++i)
        for (int h = 0; h < 5; ++h)
            if (S[i][carried[h]] != as_printed[i][h]) return false;
    return true;
}
static_assert(is_as_printed());
static_assert(!upper_triangular(incidence(limb::row_topology<arbitrary>)));
static_assert(upper_triangular(incidence(limb::body_topology<arbitrary>)));
static_assert(holds_together(limb::row_topology<regular>) && holds_together(limb::row_topology<arbitrary>));
static_assert(holds_together(limb::body_topology<regular>) && holds_together(limb::body_topology<arbitrary>));

// --- the satellite of 004, figure 3.2: (3.15), (3.16) and (3.18)

constexpr auto four_bodies = limb::tree({row("1", "world", floating), row("2", "1"), row("3", "1"), row("4", "3")});
static_assert(same(path_matrix(limb::row_topology<four_bodies>), {{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 0, 1, 0}, {1, 0, 1, 1}}));
static_assert(same(reference_matrix(limb::row_topology<four_bodies>),
                   {{1, 0, 0, 0}, {-1, 1, 0, 0}, {-1, 0, 1, 0}, {0, 0, -1, 1}}));

constexpr bool distances_are_as_printed() {
    constexpr double expected[4][4] = {{0.2, 1, 1, 0}, {1, 0, 0, 0}, {1, 0, 0, 1}, {0, 0, 1, 0}};
    const auto D = limb::distance_matrix<four_bodies>();
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            if (D[i][j] != expected[i][j]) return false;
    return true;
}
static_assert(distances_are_as_printed());
static_assert(limb::distance_matrix<small_robots::crane>()[0][1] == 1.1 && limb::distance_matrix<small_robots::crane>()[2][3] == 0);

static_assert(limb::distance_matrix<small_robots::lamp>()[2][3] == 3);

// --- a fixed row is a row and no body

static_assert(holds_together(limb::row_topology<small_robots::crane>) &&
              limb::row_topology<small_robots::crane>.parent[3] == 2);
static_assert(sizeof(limb::body_topology<small_robots::crane>.parent) / sizeof(int) == 3);

}  // namespace
