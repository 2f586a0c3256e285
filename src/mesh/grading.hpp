#pragma once

#include <vector>

namespace lobatto::mesh {

/// n_elements + 1 equally spaced ticks from lower to upper.
std::vector<double> uniform_ticks(double lower, double upper, int n_elements);

/// Refined towards both ends: tick(s) = sin(s (pi - 2 alpha)) / (2 sin(pi / 2 - alpha)) for s in
/// [-1/2, 1/2], scaled to the range; alpha in (0, pi / 2), smaller is stronger (the offset sine
/// grading of the NekBox duct). Symmetric to the last bit.
std::vector<double> sine_ticks(double lower, double upper, int n_elements, double alpha);

/// Each element `ratio` times as long as the one before.
std::vector<double> geometric_ticks(double lower, double upper, int n_elements, double ratio);

}  // namespace lobatto::mesh
