#pragma once
// What a robot shall do in a run, and the machine that it is: everything that the figures of a run depend on besides
// the controller. One table for each robot.
#include "plant.hpp"
#include "robots/driven.hpp"

namespace hil {

struct Swing {  // of a joint: centre + amplitude sin(2 pi hz t + phase), eased in over one second
    double centre, amplitude, hz, phase;
};

enum class Scenario {
    hold,   // stays where it is, against gravity
    fast,   // every joint swings
    shake,  // stays where it is in space, on a base that shakes at 2 Hz and 7 Hz
};

// `Machine<robot>`: rows, swings, hardware, and what its controller does not know of it.
template <const auto& robot> struct Machine;

// Up to 3.5 rad/s and 15 rad/s^2, at which the first two joints need two thirds of their torque. Encoders of 14 bits
// before gears of 1:100; current loops of 0.5 ms. Friction is the table's, but for its shape about rest; how well it is
// known decides what computed torque is worth here: its error is 187 times smaller than PD's with friction as in the
// table, 29, 14 and 7 times with friction 5, 10 and 20 % above (--friction-error).
template <> struct Machine<robots::driven::arm6> {
    static constexpr auto& rows = robots::driven::arm6_rows.row;
    static constexpr Swing swings[] = {{0.0, 0.8, 0.7, 0.0},  {-0.6, 0.4, 0.6, 0.5}, {0.9, 0.5, 0.8, 1.0},
                                       {-0.4, 0.6, 0.9, 1.5}, {0.5, 0.6, 0.8, 2.0},  {0.0, 0.8, 1.0, 2.5}};
    static constexpr Hardware hardware{.torque_lag = 0.5e-3,
                                       .encoder = 3.83e-6,
                                       .velocity = 2e-3,
                                       .gyroscope = 0,
                                       .angular_acceleration = 0,
                                       .accelerometer = 0};
    static constexpr Truth truth{.rotor = 0};
};

// Magnetic encoders of 14 bits on the joints, a MEMS IMU on the base. The rotors weigh 1e-6 kg m^2 more than the
// controller's table says: a fiftieth of what the last joint turns. Masses that are off (--mass-error) let the camera
// hang by a constant angle, 14 mrad for 10 %: the stabiliser has no integral part.
template <> struct Machine<robots::driven::gimbal3> {
    static constexpr auto& rows = robots::driven::gimbal3_rows.row;
    static constexpr Swing swings[] = {{0.3, 0.5, 0.7, 0.0}, {-0.2, 0.4, 0.8, 0.7}, {0.1, 0.4, 0.9, 1.4}};
    static constexpr Hardware hardware{.torque_lag = 0.5e-3,
                                       .encoder = 3.83e-4,
                                       .velocity = 5e-3,
                                       .gyroscope = 2e-3,
                                       .angular_acceleration = 0.2,
                                       .accelerometer = 0.02};
    static constexpr Truth truth{.rotor = 1e-6};
};

inline Jet reference(Scenario scenario, const Swing& swing, double time) {
    const Jet centre{swing.centre, 0, 0};
    if (scenario != Scenario::fast) return centre;
    return centre + swing.amplitude * (ramp(time, 1) * sine(swing.hz, time, swing.phase));
}
inline Base base_of(Scenario scenario) { return {scenario == Scenario::shake ? 0.1 : 0}; }

}  // namespace hil
