#pragma once

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

}  // namespace lobatto::kernels::reference
