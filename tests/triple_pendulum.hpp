#pragma once

// The triple pendulum's equations of motion, M(q) qdd = f(q, qd), as a symbolic program once printed them: three links that
// hang along -y, each turning about its own z axis, at right angles to the one before. An oracle that shares no code and
// no formulation with limb. Source: 004 (symbolic Kane's equations), appendix B, with sin^2 + cos^2 = 1 applied; two
// brackets and one "+ (u3 *" that its print lost were restored, and the result agrees with Newton-Euler in the world frame
// to 1e-11 for random parameters.

#include <cmath>

namespace triple_pendulum {

// Bodies are numbered 2, 3, 4 as in the source, where 1 is the ground.
struct Parameters {
  double m2, m3, m4;     // kg
  double dl2, dl3, dl4;  // m, joint to centre of mass
  double sl3, sl4;       // m, centre of mass to the next joint
  double j2z;            // kg m^2 about the centre of mass
  double j3x, j3y, j3z;
  double j4x, j4y, j4z;
  double g;              // m/s^2, along -y
};

struct Equations {
  double M[3][3];
  double f[3];
};

inline Equations equations(const Parameters& p, const double (&q)[3], const double (&qd)[3]) {
  const auto [m2, m3, m4, d2, d3, d4, l3, l4, j2z, j3x, j3y, j3z, j4x, j4y, j4z, g] = p;
  const double s1 = std::sin(q[0]), s2 = std::sin(q[1]), s3 = std::sin(q[2]);
  const double c1 = std::cos(q[0]), c2 = std::cos(q[1]), c3 = std::cos(q[2]);
  const double u1 = qd[0], u2 = qd[1], u3 = qd[2];
  Equations e{};

  e.M[0][0] = m4 * c2 * c2 * l4 * l4 + 2 * m4 * c2 * (l3 + c2 * c3 * d4 + c2 * d3 + d2) * l4 + (m4 + m3) * l3 * l3 +
              2 * (m4 * c2 * c3 * d4 + (m4 + m3) * (c2 * d3 + d2)) * l3 + c2 * c2 * j4z + s2 * s2 * c3 * c3 * j4y +
              s2 * s2 * s3 * s3 * j4x + s2 * s2 * j3y + c2 * c2 * j3x + j2z + m4 * (1 - s2 * s2 * c3 * c3) * d4 * d4 +
              2 * m4 * c2 * c3 * (c2 * d3 + d2) * d4 + (m4 + m3) * (c2 * c2 * d3 * d3 + 2 * c2 * d2 * d3) + (m4 + m3 + m2) * d2 * d2;
  e.M[0][1] = e.M[1][0] = s2 * s3 * (m4 * d4 * (l4 + c3 * d4 + d3) + c3 * (j4x - j4y));
  e.M[0][2] = e.M[2][0] = m4 * c3 * d4 * (c2 * l4 + l3 + c2 * d3 + d2) + c2 * (j4z + m4 * d4 * d4);
  e.M[1][1] = m4 * l4 * l4 + 2 * m4 * (c3 * d4 + d3) * l4 + s3 * s3 * j4y + c3 * c3 * j4x + j3z + m4 * c3 * c3 * d4 * d4 +
              2 * m4 * c3 * d3 * d4 + (m4 + m3) * d3 * d3;
  e.M[2][2] = j4z + m4 * d4 * d4;

  const double k = 4 * u1 * u2 * c2 * s2 * c3 + (-u2 * u2 + 2 * u1 * u3 * c2 + u3 * u3) * c2 * s3;
  const double n = 2 * u1 * u2 * s2 * c3 + (2 * u1 * u3 * c2 + u3 * u3) * s3;
  const double a = u3 * (u2 * s2 * (c3 * c3 - s3 * s3) + 2 * u1 * s2 * s2 * c3 * s3) + u2 * u2 * c2 * c3 * s3;
  e.f[0] = 2 * u1 * u2 * m4 * c2 * s2 * l4 * l4 +
           m4 * (2 * u1 * u2 * s2 * l3 - s1 * c2 * g + k * d4 + 4 * u1 * u2 * c2 * s2 * d3 + 2 * u1 * u2 * s2 * d2) * l4 +
           (-(m4 + m3) * s1 * g + m4 * n * d4 + 2 * u1 * u2 * (m4 + m3) * s2 * d3) * l3 + (u3 * u2 * s2 + 2 * u1 * u2 * c2 * s2) * j4z +
           (a - 2 * u1 * u2 * c2 * s2 * c3 * c3) * j4y - (a + 2 * u1 * u2 * c2 * s2 * s3 * s3) * j4x +
           2 * u1 * u2 * c2 * s2 * (j3x - j3y) -
           (m4 * (c1 * s3 + s1 * c2 * c3) * d4 + (m4 + m3) * s1 * c2 * d3 + (m4 + m3 + m2) * s1 * d2) * g +
           m4 * (u3 * (2 * u2 * s2 * s3 * s3 - 2 * u1 * s2 * s2 * c3 * s3) - u2 * u2 * c2 * c3 * s3 + 2 * u1 * u2 * c2 * s2 * c3 * c3) * d4 * d4 +
           m4 * (k * d3 + n * d2) * d4 + 2 * u1 * u2 * (m4 + m3) * s2 * (c2 * d3 + d2) * d3;

  const double h = 2 * u3 * (u2 * s3 - u1 * s2 * c3) - 2 * u1 * u1 * c2 * s2 * c3;
  const double w = u3 * (u1 * s2 * (c3 * c3 - s3 * s3) - 2 * u2 * c3 * s3);
  e.f[1] = -u1 * u1 * m4 * c2 * s2 * l4 * l4 -
           m4 * (u1 * u1 * s2 * l3 + c1 * s2 * g - h * d4 + 2 * u1 * u1 * c2 * s2 * d3 + u1 * u1 * s2 * d2) * l4 -
           u1 * u1 * s2 * ((m4 + m3) * d3 + m4 * c3 * d4) * l3 - (u3 * u1 * s2 + u1 * u1 * c2 * s2) * j4z +
           (w + u1 * u1 * c2 * s2 * c3 * c3) * j4y + (-w + u1 * u1 * c2 * s2 * s3 * s3) * j4x + u1 * u1 * c2 * s2 * (j3y - j3x) -
           ((m4 + m3) * d3 + m4 * c3 * d4) * c1 * s2 * g +
           m4 * (2 * u3 * (u2 * c3 * s3 - u1 * s2 * c3 * c3) - u1 * u1 * c2 * s2 * c3 * c3) * d4 * d4 +
           m4 * (h * d3 - u1 * u1 * s2 * c3 * d2) * d4 - u1 * u1 * (m4 + m3) * s2 * (c2 * d3 + d2) * d3;

  const double b = -(u1 * u1 * c2 * c2 + u2 * u2) * s3 + 2 * u1 * u2 * s2 * c3;
  const double v = u1 * u2 * s2 * (s3 * s3 - c3 * c3) + (u2 * u2 - u1 * u1 * s2 * s2) * c3 * s3;
  e.f[2] = m4 * d4 * (b * (l4 + d3) - u1 * u1 * c2 * s3 * (l3 + d2)) + u1 * u2 * s2 * j4z + v * (j4y - j4x) -
           m4 * (c1 * c2 * s3 + s1 * c3) * d4 * g + m4 * ((u1 * u1 * s2 * s2 - u2 * u2) * c3 * s3 + 2 * u1 * u2 * s2 * c3 * c3) * d4 * d4;
  return e;
}

}  // namespace triple_pendulum
