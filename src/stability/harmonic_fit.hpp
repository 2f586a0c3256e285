#pragma once

#include <complex>
#include <span>
#include <vector>

namespace lobatto::stability {

/// Amplitudes of harmonics of given frequencies in what is known at the N times dt, 2 dt, ... N dt,
///   u(t) = sum_k Re(u_k exp(i w_k t)),
/// by least squares: exact where u is such a sum. The amplitudes are sums over the levels, whose
/// weights do not depend on u, so that no level is kept.
class HarmonicFit {
 public:
  /// Frequencies from 0 on, each once: N dt is at least 2 pi over the least difference of two of
  /// them and their negatives. Throws base::Error where the times do not tell them apart.
  HarmonicFit(std::span<const double> frequencies, double dt, long long n_levels);

  /// What level n, from 1 on, counts in each amplitude.
  [[nodiscard]] std::vector<std::complex<double>> weights(long long n) const;

 private:
  /// The real functions at t = n dt: of each frequency cos w t and -sin w t, of 0 the first alone.
  [[nodiscard]] std::vector<double> functions(long long n) const;

  std::vector<double> frequencies_;
  double dt_;
  std::vector<double> inverse_;  ///< of the products of the functions
};

}  // namespace lobatto::stability
