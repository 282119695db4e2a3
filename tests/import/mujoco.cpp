// MuJoCo reads the files that limb wrote, and files that limb read: mass matrix and bias of both agree to 1e-6.
//   import_mujoco EXPORTED HAND_MADE     the folder of round_trip.py, and the folder with hand.urdf and hand.xml
#include <mujoco/mujoco.h>

#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "hand_mjcf.hpp"
#include "hand_urdf.hpp"
#include "joints.hpp"
#include "limb/limb.hpp"
#include "robots/go2.hpp"
#include "robots/stanford6.hpp"
#include "robots/tree15.hpp"
#include "robots/xarm7.hpp"

namespace {

int mistakes = 0;

// MuJoCo has no rotors that turn faster than their joint
template <int N> constexpr limb::Tree<N> without_rotors(const limb::Tree<N>& robot) {
    limb::Row rows[N]{};
    for (int i = 0; i < N; ++i) {
        rows[i] = robot.given[i];
        rows[i].rotor = 0;
    }
    return limb::tree(rows, limb::Form::looped);  // looped compiles quickly
}

// How limb's numbers lie in MuJoCo's: of each row's first number the place in qpos and qvel.
struct Places {
    std::vector<int> q, v;
};

// By the bodies' names where all are there (the order may differ), otherwise one after the other.
template <const auto& robot> Places places(const mjModel* model) {
    Places by_name, in_order;
    int q = 0, v = 0;
    bool all = true;
    for (const limb::Row& row : robot.given) {
        const int body = mj_name2id(model, mjOBJ_BODY, row.name);
        const int freedoms = limb::freedoms(row.joint), joint = body >= 0 ? model->body_jntadr[body] : -1;
        all = all && (freedoms == 0 || (joint >= 0 && model->body_dofnum[body] == freedoms));
        by_name.q.push_back(joint >= 0 ? model->jnt_qposadr[joint] : 0);
        by_name.v.push_back(joint >= 0 ? model->jnt_dofadr[joint] : 0);
        in_order.q.push_back(q);
        in_order.v.push_back(v);
        q += limb::numbers_in_q(row.joint);
        v += freedoms;
    }
    return all ? by_name : in_order;
}

template <const auto& robot> void compare(const std::string& path) {
    constexpr std::size_t n = robot.dof;
    char error[1000] = "";
    mjModel* model = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
    if (model == nullptr || model->nv != robot.dof || model->nq != robot.positions) {
        std::printf("%s: MuJoCo %s\n", path.c_str(), model == nullptr ? error : "counts other freedoms than we do");
        ++mistakes;
        return;
    }
    mjData* data = mj_makeData(model);
    const Places at = places<robot>(model);
    std::mt19937 generator(1);
    std::uniform_real_distribution<double> random(-1.5, 1.5);
    double worst_M = 0, worst_bias = 0;
    for (int trial = 0; trial < 20; ++trial) {
        limb::Positions<robot, double> q{};
        limb::Joints<robot, double> qd{};
        for (double& x : q) x = random(generator);
        for (double& x : qd) x = random(generator);
        // T: MuJoCo's velocities from limb's; the same but for a free root, whose linear velocity MuJoCo gives in the
        // world
        std::vector<double> T(n * n), extra(n);
        for (int row = 0; row < robot.rows; ++row) {
            const auto joint = robot.given[row].joint;
            const std::size_t i = std::size_t(robot.row_position[row]), k = std::size_t(robot.row_dof[row]);
            const int to_q = at.q[std::size_t(row)], to_v = at.v[std::size_t(row)];
            const int first = limb::numbers_in_q(joint) - limb::freedoms(joint);
            if (first == 1) mju_normalize4(&q[i]);
            if constexpr (robot.floats())
                if (joint == limb::Joint::floating) {
                    double R[9], cross[3];
                    mju_quat2Mat(R, &q[i]);
                    for (int c = 0; c < 4; ++c) data->qpos[to_q + 3 + c] = q[i + std::size_t(c)];
                    for (int c = 0; c < 3; ++c) data->qpos[to_q + c] = q[i + 4 + std::size_t(c)];
                    mju_cross(cross, &qd[k], &qd[k + 3]);  // d/dt (R v) = R (w x v + v')
                    for (std::size_t r = 0; r < 3; ++r) {
                        T[(std::size_t(to_v) + 3 + r) * n + k + r] = 1;
                        for (std::size_t c = 0; c < 3; ++c) {
                            T[(std::size_t(to_v) + r) * n + k + 3 + c] = R[3 * r + c];
                            extra[std::size_t(to_v) + r] += R[3 * r + c] * cross[c];
                        }
                    }
                    continue;
                }
            for (int c = 0; c < limb::numbers_in_q(joint); ++c) data->qpos[to_q + c] = q[i + std::size_t(c)];
            for (int c = 0; c < limb::freedoms(joint); ++c) T[std::size_t(to_v + c) * n + k + std::size_t(c)] = 1;
        }
        mju_mulMatVec(data->qvel, T.data(), qd.data(), int(n), int(n));
        mj_forward(model, data);

        // limb's M = T'MT and bias = T'(M T'' + bias)
        std::vector<double> M(n * n), MT(n * n), TMT(n * n), bias(n), force(n);
        mj_fullM(model, M.data(), data->qM);
        mju_mulMatMat(MT.data(), M.data(), T.data(), int(n), int(n), int(n));
        mju_mulMatTMat(TMT.data(), T.data(), MT.data(), int(n), int(n), int(n));
        mju_mulMatVec(force.data(), M.data(), extra.data(), int(n), int(n));
        mju_addTo(force.data(), data->qfrc_bias, int(n));
        mju_mulMatTVec(bias.data(), T.data(), force.data(), int(n), int(n));

        const auto our_M = limb::mass_matrix<robot>(q);
        const auto our_bias = limb::bias_torque<robot>(q, qd);
        double largest_M = 0, largest_bias = 0, off_M = 0, off_bias = 0;
        for (std::size_t r = 0; r < n; ++r) {
            largest_bias = std::fmax(largest_bias, std::fabs(bias[r]));
            off_bias = std::fmax(off_bias, std::fabs(bias[r] - our_bias[r]));
            for (std::size_t c = 0; c < n; ++c) {
                largest_M = std::fmax(largest_M, std::fabs(TMT[r * n + c]));
                off_M = std::fmax(off_M, std::fabs(TMT[r * n + c] - our_M[r][c]));
            }
        }
        worst_M = std::fmax(worst_M, off_M / largest_M);
        worst_bias = std::fmax(worst_bias, off_bias / largest_bias);
    }
    const bool ok = worst_M < 1e-6 && worst_bias < 1e-6;  // false for NaN, too
    std::printf("%-40s mass matrix %.1e, bias %.1e%s\n", path.substr(path.rfind('/') + 1).c_str(), worst_M, worst_bias,
                ok ? "" : "   WRONG");
    if (!ok) ++mistakes;
    mj_deleteData(data);
    mj_deleteModel(model);
}

constexpr auto xarm7 = without_rotors(robots::xarm7);
constexpr auto hand_urdf = without_rotors(robots::hand_urdf);
constexpr auto go2 = without_rotors(robots::go2);
constexpr auto tree15 = without_rotors(robots::tree15);
constexpr auto stanford6 = without_rotors(robots::stanford6);
constexpr auto joints = without_rotors(robots::joints);
constexpr auto hand_mjcf = without_rotors(robots::hand_mjcf);

}  // namespace

int main(int, char** argument) {
    const std::string exported = argument[1], hand_made = argument[2];
    for (const char* format : {"urdf", "mjcf"}) {
        const auto file = [&](const char* name) { return exported + "/" + name + "_" + format + "." + format; };
        compare<xarm7>(file("xarm7"));
        compare<stanford6>(file("stanford6"));
        compare<go2>(file("go2"));
        compare<tree15>(file("tree15"));
    }
    compare<joints>(exported + "/joints_mjcf.mjcf");
    compare<hand_urdf>(hand_made + "/hand.urdf");
    compare<hand_mjcf>(hand_made + "/hand.xml");
    return mistakes == 0 ? 0 : 1;
}
