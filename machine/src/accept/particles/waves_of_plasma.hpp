#pragma once

#include <span>
#include <vector>

#include "accept/kernel.hpp"

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

/// Waves along direction 0 in plasmas of a fixed size, shared out among ranks as those of `ranks`
/// (two directions) are: their frequencies, the decay of a warm one, and what is conserved.
/// Collective. As long on many ranks as on few.
std::vector<Answer> waves_of_plasma(const std::vector<int>& ranks,
                                    const comm::Communicator& communicator);

}  // namespace lobatto::accept
