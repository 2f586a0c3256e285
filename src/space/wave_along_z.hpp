#pragma once

#include <array>

namespace lobatto::space {

// Fields of a plane may be amplitudes of waves of one wave number beta along z: those of scalars
// and of u and v times cos(beta z), of w times sin(beta z). A vector's gradient and the equations
// of a flow that does not change along z keep it so: derivatives of u and v along z have amplitudes
// of sin, that of w has one of cos.

/// The slope along z of component c of a velocity, over its amplitude.
constexpr double slope_of_wave(double beta, int c) { return c == 2 ? beta : -beta; }

/// slopes[c][b] = du_c / dx_b of the amplitudes, of which those along z are zero, become those of
/// the waves. Without a wave, beta = 0, they stay as they are, in three dimensions too.
inline void add_wave(double beta, const std::array<double, 3>& u,
                     std::array<std::array<double, 3>, 3>& slopes) {
  for (int c = 0; c < 3; ++c) slopes[c][2] += slope_of_wave(beta, c) * u[c];
}

}  // namespace lobatto::space
