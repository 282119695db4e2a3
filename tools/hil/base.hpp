#pragma once
// The motion of the base that a robot stands on: at rest, or turning about its origin as 2 Hz and 7 Hz shake it.
// Attitude = Rz(yaw) Ry(pitch) Rx(roll); rates and accelerations in the base's axes, as an IMU on it feels them. SI.
#include <array>
#include <cmath>
#include <numbers>

#include "limb/limb.hpp"

namespace hil {

using Vector = limb::Vector<double>;
using Rotation = limb::Rotation<double>;

// A number with its first two derivatives in time.
struct Jet {
    double x = 0, d = 0, dd = 0;

    friend Jet operator+(Jet a, Jet b) { return {a.x + b.x, a.d + b.d, a.dd + b.dd}; }
    friend Jet operator*(double k, Jet a) { return {k * a.x, k * a.d, k * a.dd}; }
    friend Jet operator*(Jet a, Jet b) {
        return {a.x * b.x, a.d * b.x + a.x * b.d, a.dd * b.x + 2 * a.d * b.d + a.x * b.dd};
    }
};

inline Jet sine(double hz, double time, double phase) {
    const double w = 2 * std::numbers::pi * hz, s = std::sin(w * time + phase), c = std::cos(w * time + phase);
    return {s, w * c, -w * w * s};
}

// From 0 to 1 in `seconds`, at rest at both ends.
inline Jet ramp(double time, double seconds) {
    const double u = time / seconds;
    if (u >= 1) return {1, 0, 0};
    return {u * u * u * (10 - 15 * u + 6 * u * u), 30 * u * u * (1 - u) * (1 - u) / seconds,
            60 * u * (1 - u) * (1 - 2 * u) / (seconds * seconds)};
}

struct BaseState {
    std::array<Jet, 3> angle{};  // yaw, pitch, roll: rad
    Rotation attitude{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    limb::Imu<double> imu{{0, 0, 0}, {0, 0, 0}, {0, 0, 9.81}};

    // The base of this base, as it were: turns about one more axis.
    void turn(Vector axis, Jet by) {
        const Rotation R = about(axis, by.x), back = limb::transpose(R);
        const Vector w = back * imu.angular_velocity;
        imu.angular_acceleration = back * imu.angular_acceleration + limb::cross(w, axis) * by.d + axis * by.dd;
        imu.angular_velocity = w + axis * by.d;
        imu.acceleration = back * imu.acceleration;  // the origin stays where it is
        attitude = attitude * R;
    }

  private:
    static Rotation about(Vector n, double angle) {  // Rodrigues; n is one of the axes
        const double s = std::sin(angle), c = std::cos(angle), v = 1 - c;
        return {{c + v * n.x * n.x, -s * n.z, s * n.y},
                {s * n.z, c + v * n.y * n.y, -s * n.x},
                {-s * n.y, s * n.x, c + v * n.z * n.z}};
    }
};

struct Base {
    double amplitude = 0;  // rad at 2 Hz, on each axis; a fifth of it at 7 Hz

    BaseState at(double time) const {
        BaseState state;
        if (amplitude == 0) return state;
        constexpr Vector axes[] = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
        for (std::size_t i = 0; i < 3; ++i) {
            const double phase = 0.5 + 1.2 * static_cast<double>(i);
            state.angle[i] = amplitude * (ramp(time, 1) * (sine(2, time, phase) + 0.2 * sine(7, time, 2 * phase)));
            state.turn(axes[i], state.angle[i]);
        }
        return state;
    }
};

}  // namespace hil
