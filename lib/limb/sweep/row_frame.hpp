#pragma once
// Frames that are known at compile time: that of a row in its body, that of the world in the base.
#include "limb/sweep/constants.hpp"

namespace limb::internal {

template <class T, auto frame> LIMB_INLINE auto rotation() {
    const auto row = [](auto v) LIMB_LAMBDA {
        return Vec3{lift<T>([] { return decltype(v)::of(frame()).x; }), lift<T>([] { return decltype(v)::of(frame()).y; }),
                    lift<T>([] { return decltype(v)::of(frame()).z; })};
    };
    struct X { static constexpr auto of(const RowFrame& f) { return f.rotation.x; } };
    struct Y { static constexpr auto of(const RowFrame& f) { return f.rotation.y; } };
    struct Z { static constexpr auto of(const RowFrame& f) { return f.rotation.z; } };
    return Mat3{row(X{}), row(Y{}), row(Z{})};
}
template <class T, auto frame> LIMB_INLINE auto origin() {
    return Vec3{lift<T>([] { return frame().origin.x; }), lift<T>([] { return frame().origin.y; }),
                lift<T>([] { return frame().origin.z; })};
}
template <const auto& robot> inline constexpr auto world_frame = [] { return robot.world; };
template <const auto& robot, int row> inline constexpr auto row_frame = [] { return robot.frame[row]; };

}  // namespace limb::internal
