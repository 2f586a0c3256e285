#pragma once

#include <memory>
#include <span>

#include "kernels/cost.hpp"
#include "kernels/element_shape.hpp"
#include "kernels/lengths.hpp"

namespace lobatto::kernels {

/// GLL derivative matrix [n][n] row-major and weights [n] of a reference line, along all directions
/// of an element or those of a plane.
struct LineRule {
  int n = 0;
  std::span<const double> derivative;
  std::span<const double> weights;
  bool is_plane = false;

  [[nodiscard]] constexpr ElementShape shape() const { return {n, is_plane}; }
};

/// Operations of the plain products, the energy included.
constexpr Cost box_helmholtz_cost(const ElementShape& shape) {
  return {shape.product_flops() + 4.0 * shape.points(), 8.0 * 2.0 * shape.points()};
}

struct HelmholtzCoefficients {
  double sigma = 0.0;  ///< of the mass
  double nu = 1.0;     ///< of the stiffness
};

/// How BoxHelmholtz is computed for one n.
class BoxHelmholtzMethod {
 public:
  virtual ~BoxHelmholtzMethod();
  virtual double apply(std::span<const Lengths> lengths, const HelmholtzCoefficients& coefficients,
                       const double* u, double* out) = 0;
  [[nodiscard]] virtual const char* name() const = 0;
};

/// out = sigma J W u + nu sum_d D_d^T (2 / h_d)^2 J W D_d u of axis-aligned elements, J = hx hy hz
/// / 8, W = w_i w_j w_k, and its energy. Compiled for the usual n: all three directions of a plane
/// in registers, matrices split by parity; on generated matrix products for other n and on
/// processors without AVX. Holds its workspace: one object a thread.
class BoxHelmholtz {
 public:
  explicit BoxHelmholtz(const LineRule& rule);

  /// u, out [lengths.size()][k][j][i], not overlapping. Returns sum_q u_q out_q.
  double apply(std::span<const Lengths> lengths, const HelmholtzCoefficients& coefficients,
               const double* u, double* out) {
    return method_->apply(lengths, coefficients, u, out);
  }
  [[nodiscard]] const char* method() const { return method_->name(); }

 private:
  std::unique_ptr<BoxHelmholtzMethod> method_;
};

}  // namespace lobatto::kernels
