#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/advection/advection.hpp"
#include "kernels/products/contraction.hpp"

namespace lobatto::kernels {

/// The products of a field on one element with a matrix of each direction, [to.n][from.n]
/// row-major.
class PointProducts {
 public:
  /// accumulate: to what is there.
  PointProducts(const ElementShape& from, const ElementShape& to, bool accumulate);

  struct Matrix {
    std::vector<double> rows, columns;  ///< row-major, and its transpose
    [[nodiscard]] Matrix transposed() const { return {columns, rows}; }
  };
  /// In a plane there is no product along t. out: [to.size()], not u.
  void operator()(const std::array<const Matrix*, 3>& along, const double* u, double* out);

 private:
  void along_y(const double* matrix, double* out) const;

  ElementShape from_, to_;
  Contraction x_, y_, z_;
  base::AlignedArray<double> x_done_, y_done_;
};

/// The transposes of the advection of BoxAdvection, on one element of the reference lengths:
/// with s_a = V_a d f / d r_a at the m^3 points, the advection is out = M^-1 I^T W (sum_a s_a), so
/// that a cotangent h of M out has
///   of f:    sum_a (D_a)^T V_a W I h,
///   of V_a:  I^T (d f / d r_a) W I h,
/// I being the interpolation and D_a the derivative at the points. Holds its workspace.
class TransposedAdvection {
 public:
  explicit TransposedAdvection(const AdvectionRule& rule);

  /// to[i] += the cotangent of what V carries.
  void add_to_carried(const std::array<const double*, 3>& v, std::span<const double* const> h,
                      std::span<double* const> to);
  /// to[a] += the cotangent of V, which carries `fields`.
  void add_to_carrier(std::span<const double* const> fields, std::span<const double* const> h,
                      const std::array<double*, 3>& to);

 private:
  using Buffer = base::AlignedArray<double>;
  void weigh(const double* h);  ///< W I h
  /// The matrices of d / d r_a, or of the interpolation.
  [[nodiscard]] static std::array<const PointProducts::Matrix*, 3> choose(
      int a, const PointProducts::Matrix& along, const PointProducts::Matrix& across);

  ElementShape nodes_, points_;
  PointProducts::Matrix interpolation_, derivative_, interpolation_back_, derivative_back_;
  PointProducts to_points_, back_;
  Buffer weights_;
  std::array<Buffer, 3> at_points_;  ///< of V, or its cotangent
  Buffer weighted_, product_;
};

}  // namespace lobatto::kernels
