#pragma once

#include <span>

namespace lobatto::accept {

/// a(t) = A e^{growth t} cos(frequency t + phase)
struct Oscillation {
  double frequency, growth;
};

/// From samples dt apart, by Prony's method: such an a has a(t + s) = 2 e^{growth s} cos(frequency
/// s) a(t) - e^{2 growth s} a(t - s). The two factors are those of least squares over all samples,
/// for s = lag dt, best about a quarter of a period. Not numbers where the samples do not
/// oscillate.
Oscillation fit_oscillation(std::span<const double> samples, int lag, double dt);

}  // namespace lobatto::accept
