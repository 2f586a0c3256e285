#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "kernels/operators/box_helmholtz.hpp"
#include "kernels/operators/general_helmholtz.hpp"

namespace lobatto::kernels::reference {

/// The operators of a curved element by their definitions, one sum after the other.
class GeneralOperators {
 public:
  explicit GeneralOperators(const LineRule& rule);

  /// As kernels::GeneralHelmholtz, of one element.
  double helmholtz(const HelmholtzGeometry& geometry, const HelmholtzCoefficients& coefficients,
                   std::span<const double> u, std::span<double> out) const;
  /// As kernels::GeneralOperators.
  void gradient(std::span<const double> metric, std::span<const double> p,
                const std::array<double*, 3>& out) const;
  void weak_divergence(std::span<const double> metric, std::span<const double> mass,
                       const std::array<const double*, 3>& f, std::span<double> out) const;

 private:
  /// D_a u at node q.
  [[nodiscard]] double slope(int direction, const double* u, int q) const;
  /// out += D_a^T f
  void add_adjoint_slope(int direction, std::span<const double> f, std::span<double> out) const;
  /// Of the kinds that are stored row by row.
  [[nodiscard]] double at(const double* values, int n_kinds, int kind, int q) const {
    return values[(q / n_ * n_kinds + kind) * n_ + q % n_];
  }

  int n_;
  std::vector<double> derivative_;
};

inline GeneralOperators::GeneralOperators(const LineRule& rule)
    : n_(rule.n), derivative_(rule.derivative.begin(), rule.derivative.end()) {}

inline double GeneralOperators::slope(int direction, const double* u, int q) const {
  const int stride = direction == 0 ? 1 : (direction == 1 ? n_ : n_ * n_);
  const int i = q / stride % n_;
  double sum = 0.0;
  for (int l = 0; l < n_; ++l) sum += derivative_[i * n_ + l] * u[q + (l - i) * stride];
  return sum;
}

inline void GeneralOperators::add_adjoint_slope(int direction, std::span<const double> f,
                                                std::span<double> out) const {
  const int stride = direction == 0 ? 1 : (direction == 1 ? n_ : n_ * n_);
  for (int q = 0; q < static_cast<int>(f.size()); ++q) {
    const int i = q / stride % n_;
    for (int l = 0; l < n_; ++l) out[q + (l - i) * stride] += derivative_[i * n_ + l] * f[q];
  }
}

inline double GeneralOperators::helmholtz(const HelmholtzGeometry& geometry,
                                          const HelmholtzCoefficients& coefficients,
                                          std::span<const double> u, std::span<double> out) const {
  constexpr int kind[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  std::fill(out.begin(), out.end(), 0.0);
  for (int a = 0; a < 3; ++a) {
    std::vector<double> flux(u.size(), 0.0);
    for (int q = 0; q < static_cast<int>(u.size()); ++q) {
      for (int b = 0; b < 3; ++b)
        flux[q] +=
            coefficients.nu * at(geometry.stiffness, 6, kind[a][b], q) * slope(b, u.data(), q);
    }
    add_adjoint_slope(a, flux, out);
  }
  double energy = 0.0;
  for (std::size_t q = 0; q < u.size(); ++q) {
    if (coefficients.sigma != 0.0) out[q] += coefficients.sigma * geometry.mass[q] * u[q];
    energy += u[q] * out[q];
  }
  return energy;
}

inline void GeneralOperators::gradient(std::span<const double> metric, std::span<const double> p,
                                       const std::array<double*, 3>& out) const {
  for (int q = 0; q < static_cast<int>(p.size()); ++q) {
    for (int b = 0; b < 3; ++b) {
      out[b][q] = 0.0;
      for (int a = 0; a < 3; ++a)
        out[b][q] += at(metric.data(), 9, 3 * a + b, q) * slope(a, p.data(), q);
    }
  }
}

inline void GeneralOperators::weak_divergence(std::span<const double> metric,
                                              std::span<const double> mass,
                                              const std::array<const double*, 3>& f,
                                              std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (int a = 0; a < 3; ++a) {
    std::vector<double> flux(out.size(), 0.0);
    for (int q = 0; q < static_cast<int>(out.size()); ++q) {
      for (int b = 0; b < 3; ++b) flux[q] += mass[q] * at(metric.data(), 9, 3 * a + b, q) * f[b][q];
    }
    add_adjoint_slope(a, flux, out);
  }
}

}  // namespace lobatto::kernels::reference
