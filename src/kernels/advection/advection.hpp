#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "kernels/cost.hpp"
#include "kernels/element_shape.hpp"
#include "kernels/lengths.hpp"

namespace lobatto::kernels {

/// The one-dimensional ingredients of over-integration: n nodes, m >= n quadrature points, all
/// symmetric about 0. m = n with the identity as interpolation is collocation on the nodes.
struct AdvectionRule {
  int n = 0;
  int m = 0;
  std::vector<double> interpolation;         ///< I [m][n], row-major: values at the points
  std::vector<double> derivative_at_points;  ///< J [m][n], row-major: derivatives at the points
  std::vector<double> weights;               ///< of the points, [m]
  std::vector<double> node_weights;          ///< of the diagonal mass matrix, [n]
  bool is_plane = false;

  [[nodiscard]] constexpr ElementShape nodes() const { return {n, is_plane}; }
  [[nodiscard]] constexpr ElementShape points() const { return {m, is_plane}; }
};

/// One call: every field holds lengths.size() elements [k][j][i], i fastest. Fields may be
/// components of the velocity and are then interpolated once; outputs overlap nothing.
struct AdvectionFields {
  std::array<const double*, 3> velocity{};
  std::span<const double* const> fields;
  std::span<double* const> out;
};

/// How BoxAdvection computes; exists behind it once, chosen from n and m.
class AdvectionMethod {
 public:
  virtual ~AdvectionMethod();
  virtual void apply(std::span<const Lengths> lengths, const AdvectionFields& fields) = 0;
  [[nodiscard]] virtual const char* name() const = 0;
  /// Elements that are computed together: calls with multiples of it waste nothing.
  [[nodiscard]] virtual int block_size() const { return 1; }
};

/// Advection of fields f by a velocity u on axis-aligned elements with lengths h, by
/// over-integration:
///   out = M^-1 I^T W_m ( sum_d u_d (2 / h_d) d f / d x_d at the m^3 points ),
/// M = diag of node_weights products, W_m = products of the point weights; the Jacobian cancels.
/// Not assembled. Both diagonals are products, so that the way back is one matrix B(i, a) = I(a, i)
/// w_a / w_i a direction. Holds its workspace: one object a thread.
class BoxAdvection {
 public:
  explicit BoxAdvection(const AdvectionRule& rule);

  void apply(std::span<const Lengths> lengths, const AdvectionFields& fields) {
    method_->apply(lengths, fields);
  }
  [[nodiscard]] const char* method() const { return method_->name(); }
  [[nodiscard]] int block_size() const { return method_->block_size(); }

 private:
  std::unique_ptr<AdvectionMethod> method_;
};

/// Of one element and n_fields advected fields, the three velocity components among them when
/// fields_are_velocity: sum factorisation with even-odd halves. A product of a line of n values
/// with a matrix takes n m / 2 multiply-adds; a field is folded and unfolded once per direction,
/// and what goes to mirrored points once more along x and y, but not along z, where the parts of
/// the product u . grad f come from those of its factors in 11 operations per point.
constexpr Cost advection_cost(double n, double m, int n_fields, bool fields_are_velocity = true) {
  const double line = n * m, fold = 3.0 * cube(n);
  const double value = fold + n * n * (line + m) + n * m * (line + m);
  const double slopes = n * n * (line + m) + 2.0 * n * m * (line + m) + 3.0 * m * m * line;
  const double back = m * m * (line + n) + n * m * (line + n) + n * n * line + fold;
  const double n_values = n_fields + (fields_are_velocity ? 0.0 : 3.0);
  const double velocity = 3.0 * (m * m * line + cube(m));
  return {n_values * value + velocity + n_fields * (slopes + 11.0 * cube(m) + back),
          8.0 * (n_values + n_fields) * cube(n)};
}

/// The same in a plane: a product of a line is folded once and unfolded once.
constexpr Cost plane_advection_cost(double n, double m, int n_fields) {
  const double lines = (n + m) * (n * m + n + m);
  return {2.0 * lines + n_fields * (3.0 * lines + 3.0 * m * m),
          8.0 * (2.0 + 2.0 * n_fields) * n * n};
}

/// Advection with matrices compiled in shape, for n nodes and m = ceil(3 n / 2) points, on
/// registers of `lanes` doubles. Each n and number of lanes is a source file of its own, which the
/// build makes from advection_method.cpp.in; CMakeLists.txt lists the sizes.
template <int n, int lanes>
std::unique_ptr<AdvectionMethod> make_compiled_advection(const AdvectionRule& rule);

/// The distinct fields of a call: the three velocity components first, then the advected fields
/// that are none of them.
struct AdvectionSources {
  explicit AdvectionSources(const AdvectionFields& call);
  AdvectionSources(const AdvectionSources&) = delete;
  AdvectionSources& operator=(const AdvectionSources&) = delete;
  ~AdvectionSources();

  std::vector<const double*> fields;
  std::vector<char> is_advected;
  std::vector<int> advected;  ///< the source of each result
};

}  // namespace lobatto::kernels
