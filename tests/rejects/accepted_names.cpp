// A sketch's own names beside `using namespace limb;`: words that limb uses inside are the sketch's. This file must compile.
#include "limb/limb.hpp"

using namespace limb;

constexpr auto arm = tree({{.name = "upper", .joint = Joint::revolute_y, .mass = 1, .com = {0, 0, -0.5}}});
Positions<arm> q;
Joints<arm> qd, tau;

// constants of a body
float mass, armature, offset, rx, ry, rz, hx, hy, hz, Sxx, constants;
// variables and types that such a program has
float load, step, rate, length, distance, reference, path, ways, place, angle, place_of, home, survey, handle, felt, noise, lift, size;
float table, origin, rotation, motion, moments, links, spin, ball, tilt, full, norm, same, unit_vector, phi, psi, number, numbers;
float motors, equations, product, magnitude, tolerance, transport, combinations, sum, rides, moves, part, support, early, plain, turning, paths;
struct Load {}; struct Link {}; struct Motion {}; struct Turn {}; struct Place {}; struct Handle {}; struct Count {}; struct Zero {}; struct Pivot {};
enum Wanted { still, forward, back, out };

// functions, for numbers and for what limb computes
float square(float x) { return x * x; }
float put(float x) { return x; }
void put(Joints<arm>& v, int k, float x) { v[k] = x; }
int count(const Joints<arm>& v) { return int(v.size()); }
template <class T> T unit(T x) { return x; }
template <class T> void ignore(const T&) {}
auto turned(const Vector<float>& v) { return v; }
Vector<float> inward(const Vector<float>& v) { return v; }

float use() {
    put(tau, 0, square(put(mass)) + armature * offset + load * step + rx + hx + table + phi * psi);
    ignore(Load{});
    const auto torque = inverse_dynamics<arm>(q, qd, {}, Gravity{Vector<float>{0, 0, -9.81f}}, Payload<0>{.mass = mass});
    const Vector<float> v = inward(turned(cross(Vector<float>{1, 0, 0}, Vector<float>{0, 1, 0}) * 2.0f)) - Vector<float>{load, step, unit(distance)};
    return torque[0] + dot(v, v) + reference + path + float(count(tau)) + place + angle;
}
