#pragma once
// The spherical joint. At any one moment it is three hinges about z, y and x, all at angle zero, behind the attitude R(q) that the
// quaternion holds. Rates and moments of the hinges are those of the joint, and their accelerations differ by the products that the
// inner axes' own turning gives; sweeps work with the hinges'.
#include "limb/sweep/pose.hpp"

namespace limb::internal {

// The hinges' accelerations are those of the joint plus sign * these products of its rates; sign -1 leads back.
template <const auto& robot, int sign, class T, int n>
LIMB_INLINE void add_hinge_products(Column<T, n>& qdd, const Column<T, n>& qd) {
    count_up<false, robot.rows>([&](auto row) LIMB_LAMBDA {
        if constexpr (robot.given[row].joint == Joint::spherical) {
            constexpr std::size_t x = robot.row_dof[row], y = x + 1, z = x + 2;
            const T a = qd[y] * qd[z], b = qd[x] * qd[z], c = qd[x] * qd[y];
            if constexpr (sign > 0) { qdd[x] = qdd[x] + a; qdd[y] = qdd[y] - b; qdd[z] = qdd[z] + c; }
            else                    { qdd[x] = qdd[x] - a; qdd[y] = qdd[y] + b; qdd[z] = qdd[z] - c; }
        }
    });
}

// qdd as the sweeps want it: itself where there is no spherical joint or nothing turns
template <const auto& robot, class QD, class QDD> LIMB_INLINE decltype(auto) hinge_accelerations(const QD& qd, const QDD& qdd) {
    if constexpr (robot.spherical_joints == 0 || std::is_same_v<QD, Zero>) return (qdd);
    else {
        QD sum{};
        if constexpr (!std::is_same_v<QDD, Zero>) sum = qdd;
        add_hinge_products<robot, 1>(sum, qd);
        return sum;
    }
}

}  // namespace limb::internal
