#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "poly/matrix.hpp"

namespace lobatto::extruded {

/// The n x n nodes [b][a] of a plane element in another order: first the 4 (n - 1) on its lines,
/// then the inner ones. [n n] places in [b][a]
std::vector<int> outer_nodes_first(int n);

/// What weights gradients and values at the nodes of a plane element, quadrature included, in the
/// order [b][a].
struct PlaneMetric {
  std::vector<double> mass;                      ///< w J
  std::array<std::vector<double>, 3> stiffness;  ///< w J grad r_i . grad r_j for aa, ab, bb
  std::vector<double> turning = {};              ///< added to the diagonal of K: w J / r^2
};

/// (K + lambda M) of a plane element without its inner nodes, for any lambda: K V = M V mu among
/// those, V^T M V = I, and with C = K_outer,inner V
///
///   S(lambda) = K_oo + lambda M_oo - C (mu + lambda)^-1 C^T .
class PlaneElement {
 public:
  PlaneElement(const PlaneMetric& metric, const poly::Matrix& derivative);
  /// As values() gave it.
  PlaneElement(int n, const double* values);

  [[nodiscard]] static std::size_t n_values(int n);
  /// All that it is made of, one after the other.
  [[nodiscard]] std::span<const double> values() const { return values_; }

  [[nodiscard]] int n_outer() const { return n_outer_; }
  [[nodiscard]] int n_inner() const { return n_inner_; }
  [[nodiscard]] const double* coupling() const { return values_.data(); }  ///< C [n_outer][n_inner]
  [[nodiscard]] const double* eigenvalues() const { return coupling() + n_outer_ * n_inner_; }
  /// Of the element that was made from its metric: V [n_inner][n_inner], then V^T, -C and -C^T.
  [[nodiscard]] const double* modes() const { return products_.data(); }
  [[nodiscard]] const double* transposed_modes() const { return modes() + n_inner_ * n_inner_; }
  [[nodiscard]] const double* minus_coupling() const {
    return transposed_modes() + n_inner_ * n_inner_;
  }
  [[nodiscard]] const double* minus_transposed_coupling() const {
    return minus_coupling() + n_outer_ * n_inner_;
  }
  [[nodiscard]] const std::vector<double>& mass() const { return mass_; }  ///< [b][a]
  /// S(lambda) [n_outer][n_outer]
  [[nodiscard]] std::vector<double> condensed(double lambda) const;

 private:
  void set_products(const std::vector<double>& modes);
  [[nodiscard]] const double* outer_stiffness() const { return eigenvalues() + n_inner_; }
  [[nodiscard]] const double* outer_mass() const { return outer_stiffness() + n_outer_ * n_outer_; }

  int n_outer_, n_inner_;
  std::vector<double> values_;           ///< C, mu, K_oo, M_oo
  std::vector<double> products_, mass_;  ///< empty for one made of values
};

}  // namespace lobatto::extruded
