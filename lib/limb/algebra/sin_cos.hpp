#pragma once
// Sine and cosine of an angle in radians, constexpr, without libm: the same bits on every machine.
// Absolute error: float below 2e-7 to 400 rad, double below 3e-16 to 1e6 rad. Beyond, to 1e7 rad, it is what rounding x to a float or
// to 9 decimals costs anyway: half of x's last digit more, 1e-9 in double. From there on it is no sine. A joint that turns on and on:
// wrapped().
// Cody-Waite reduction in two exact steps (float by pi, double by pi/2), then minimax polynomials; no branches.
#include <bit>
#include <cstdint>
#include "limb/algebra/space.hpp"

namespace limb::internal {

inline constexpr float farthest_angle = 400;   // rad: 63 turns either way

// sc[0] = sin x, sc[1] = cos x

// In float, x = k pi + r with |r| <= pi/2: the sign of both changes with k and nothing else does. Instructions on a
// Cortex-M4F: 44 in a loop, 40 in a loop of pairs; by quarter turns, whose sine and cosine change places, 46 in a loop, with
// half the error.
LIMB_INLINE void sin_cos(float x, float* sc) {
    constexpr float magic = 12582912.0f;   // 1.5 * 2^23: adding it rounds to an integer in the low bits
    const float t = x * 0.318309886f + magic;
    const float k = t - magic;
    const float r = (x - k * 3.141571044921875f) - k * 2.1608671e-05f;
    const float z = r * r;
    const float s = (((2.5999032e-06f * z - 1.9806548e-4f) * z + 8.333016e-3f) * z - 1.6666657e-1f) * (z * r) + r;
    const float c = ((((-2.6192484e-07f * z + 2.476924e-05f) * z - 1.3888568e-3f) * z + 4.1666657e-2f) * z - 0.5f) * z + 1.0f;
    const std::uint32_t sign = std::bit_cast<std::uint32_t>(t) << 31;
    sc[0] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(s) ^ sign);
    sc[1] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(c) ^ sign);
}

LIMB_INLINE void sin_cos(double x, double* sc) {
    constexpr double magic = 6755399441055744.0;   // 1.5 * 2^52
    const double t = x * 0.63661977236758134308 + magic;
    const std::uint64_t k = std::bit_cast<std::uint64_t>(t);
    const double kf = t - magic;
    const double r = (x - kf * 1.57079632673412561417) - kf * 6.07710050650619224932e-11;
    const double z = r * r;
    const double s = (((((1.58969099521155010221e-10 * z - 2.50507602534068634195e-08) * z + 2.75573137070700676789e-06) * z
                     - 1.98412698298579493134e-04) * z + 8.33333333332248946124e-03) * z - 1.66666666666666324348e-01) * (z * r) + r;
    const double c = ((((((-1.13596475577881948265e-11 * z + 2.08757232129817482790e-09) * z - 2.75573143513906633035e-07) * z
                     + 2.48015872894767294178e-05) * z - 1.38888888888741095749e-03) * z + 4.16666666666666019037e-02) * z - 0.5) * z + 1.0;
    const std::uint64_t odd = k & 1u;
    sc[odd] = std::bit_cast<double>(std::bit_cast<std::uint64_t>(s) ^ (((k ^ (k << 1)) & 2u) << 62));
    sc[odd ^ 1u] = std::bit_cast<double>(std::bit_cast<std::uint64_t>(c) ^ ((k & 2u) << 62));
}

// x less whole turns: within half a turn of 0, |x| <= 400 rad (double: 1e6). For the q of a wheel, now and then: no sweep can tell
// turns apart, but .rest, limits and a drive, which takes a wrapped angle for a jump, can.
LIMB_INLINE float wrapped(float x) {
    constexpr float magic = 12582912.0f;
    const float k = (x * 0.159154943f + magic) - magic;
    return (x - k * 6.28314208984375f) - k * 4.32173358e-05f;
}
LIMB_INLINE double wrapped(double x) {
    constexpr double magic = 6755399441055744.0;
    const double k = (x * 0.15915494309189533577 + magic) - magic;
    return (x - k * 6.28318530693650245667) - k * 2.43084020260250649295e-10;
}

template <Real T> constexpr Turn<T, T> sin_cos(T x) {
    T sc[2]{};
    sin_cos(x, sc);
    return {sc[0], sc[1]};
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::sin_cos; using internal::wrapped; using internal::farthest_angle;

}  // namespace limb
