#pragma once

#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/advection/advection.hpp"
#include "kernels/products/contraction.hpp"

namespace lobatto::kernels {

/// Advection element by element with generated matrix products, for any n and m: every intermediate
/// tensor of an element is stored. The general method, for the sizes that have no compiled lines.
class AdvectionByProducts : public AdvectionMethod {
 public:
  explicit AdvectionByProducts(const AdvectionRule& rule);

  void apply(std::span<const Lengths> lengths, const AdvectionFields& fields) override;
  [[nodiscard]] const char* name() const override { return "matrix products"; }

 private:
  using Buffer = base::AlignedArray<double>;

  void interpolate_y(const double* in, const double* matrix, double* out) const;
  void values_at_points(const double* u, double factor, double* out);
  void product_at_points(const double* f);
  void back_to_nodes(double* out);

  int n_, m_;
  Buffer interpolation_, interpolation_t_, derivative_, derivative_t_, back_, back_t_;
  Contraction to_x_, to_y_, to_z_, back_z_, back_y_, back_x_;
  std::array<Buffer, 3> velocity_;  ///< (2 / h_d) u_d at the points
  Buffer x_values_, x_slopes_, y_tensor_, slope_, product_;
};

}  // namespace lobatto::kernels
