#pragma once

#include <complex>
#include <numbers>

#include "direct/lines/element_waves.hpp"
#include "poly/matrix.hpp"

namespace lobatto::test {

/// Q with folded = Q^T nodes, from what the functions are said to be in an element.
inline poly::Matrix wave_basis(const direct::ElementWaves& waves, int n_elements) {
  const int order = waves.size() / n_elements;
  poly::Matrix q(waves.size(), waves.size());
  for (int f = 0; f < waves.size(); ++f) {
    const auto& function = waves.functions()[f];
    const auto amplitudes = waves.amplitudes(function);
    for (int a = 0; a < waves.size(); ++a) {
      const double angle = 2 * std::numbers::pi * function.wave / n_elements;
      q(a, f) = std::real(amplitudes[a % order] * std::polar(1.0, angle * (a / order + 0.5)));
    }
  }
  return q;
}

}  // namespace lobatto::test
