#pragma once

#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/batches/batch_arithmetic.hpp"
#include "kernels/batches/element_transfer.hpp"
#include "kernels/cost.hpp"
#include "kernels/element_shape.hpp"
#include "kernels/operators/box_stiffness.hpp"
#include "kernels/operators/general_stiffness.hpp"

namespace lobatto::kernels {

/// The one-dimensional ingredients of integrals by a quadrature of its own: n nodes, m >= n points,
/// both symmetric about 0.
struct PointRule {
  int n = 0;
  int m = 0;
  std::vector<double> interpolation;  ///< T [m][n], row-major: values at the points
  std::vector<double> derivative;     ///< D [m][m]: from values at the points to slopes there
  std::vector<double> slopes;         ///< D T [m][n]
  std::vector<double> weights;        ///< [m]
};

/// What a batch of elements has at the points: `factors` of curved elements, in the order of
/// ElementGeometry with the lanes last; of axis-aligned ones `scales`, and no factors.
struct PointFactors {
  const double* factors = nullptr;
  const double* scales = nullptr;
};

/// Of one element, operations of the plain products.
constexpr Cost mass_at_points_cost(int n, int m, bool is_curved) {
  const Cost transfer = element_transfer_cost(n, m, 0);
  return {2.0 * transfer.flops + cube(m), 8.0 * (2.0 * cube(n) + (is_curved ? cube(m) : 0.0))};
}
constexpr Cost box_stiffness_at_points_cost(int n, int m) {
  return {2.0 * element_transfer_cost(n, m, 0).flops + box_stiffness_cost(m, 0).flops,
          8.0 * 2.0 * cube(n)};
}
/// Of the shortest way by plain products: one way to the points and back, and derivatives there.
constexpr Cost stiffness_at_points_cost(int n, int m) {
  return {2.0 * element_transfer_cost(n, m, 0).flops + general_stiffness_cost(m, 0).flops,
          8.0 * (2.0 * cube(n) + 6.0 * cube(m))};
}

/// M u = T^T (w J) T u, the mass matrix by m^3 points, of a batch at once: along z to the points,
/// then plane by plane along y and x, the factors, and the same way back. The weights of
/// axis-aligned elements are part of the matrices of the way back. Holds its workspace: one object
/// a thread.
class MassAtPoints {
 public:
  MassAtPoints(const BatchArithmetic<double>& arithmetic, const PointRule& rule);

  /// factors w J [k][j][i][lane] or scales J [lane]; u and out [k][j][i][lane], not the same.
  void operator()(const PointFactors& geometry, const double* u, double* out);

 private:
  void apply(const SplitMatrix<double>& matrix, int n_lines, BatchLines<const double> in,
             BatchLines<double> out) const {
    arithmetic_.multiply(matrix, n_lines, false, ones_.data(), in, out);
  }

  const BatchArithmetic<double>& arithmetic_;
  int n_, m_;
  SplitMatrix<double> to_points_, back_, weighted_back_;
  base::AlignedArray<double> ones_;
  base::AlignedArray<double> z_done_;          ///< [m][n][n]
  base::AlignedArray<double> y_done_, plane_;  ///< [m][n], [m][m]
};

/// K u = T^T (sum_ab D_a^T G_ab D_b) T u, the stiffness matrix by m^3 points of curved elements:
/// the polynomials of the nodes are among those of the points, where derivatives within a plane are
/// cheap (Kronbichler & Kormann, ACM TOMS 45 (2019), 29). First T and D T along z; then plane by
/// plane T along y and x of both, D along x and y, the fluxes, and the same way back. So but two
/// fields of m planes of nodes leave the first cache. The factors of the next plane are fetched
/// meanwhile. Holds its workspace: one object a thread.
class StiffnessAtPoints {
 public:
  StiffnessAtPoints(const BatchArithmetic<double>& arithmetic, const PointRule& rule);

  /// factors G [k][j][rr rs rt ss st tt][i][lane]; u and out [k][j][i][lane], not the same.
  void operator()(const double* factors, const double* u, double* out);

 private:
  void to_points(double* at_nodes, double* at_points);
  void back_to_nodes(const double* at_points, double* at_nodes);
  void make_fluxes(const double* factors);
  void apply(const SplitMatrix<double>& matrix, int n_lines, bool add, BatchLines<const double> in,
             BatchLines<double> out);
  void fetch_next();

  const BatchArithmetic<double>& arithmetic_;
  int n_, m_;
  SplitMatrix<double> values_, slopes_, derivative_;                 ///< T, D T, D
  SplitMatrix<double> values_back_, slopes_back_, derivative_back_;  ///< their transposes
  base::AlignedArray<double> ones_;
  base::AlignedArray<double> z_values_, z_slopes_;  ///< [m][n][n], on the way back too
  base::AlignedArray<double> rows_;                 ///< [m][n]
  base::AlignedArray<double> plane_, r_, s_, t_;    ///< [m][m]
  const double* next_ = nullptr;                    ///< factors to be fetched
};

/// The same of axis-aligned elements, J W sum_d (2 / h_d)^2 (W^-1 D_d^T W D_d) at the points.
class BoxStiffnessAtPoints {
 public:
  BoxStiffnessAtPoints(const BatchArithmetic<double>& arithmetic, const PointRule& rule);

  /// J (2 / h_d)^2, [3][lane]; zero where there is no element.
  void scale(std::span<const Lengths> lengths, double* scales) const {
    box_.scale(lengths, scales);
  }
  void operator()(const double* scales, const double* u, double* out);

 private:
  ElementTransfer<double> to_points_, back_;
  BoxStiffness<double> box_;
  base::AlignedArray<double> values_, images_;  ///< [m][m][m]
};

}  // namespace lobatto::kernels
