#pragma once

#include "kernels/cost.hpp"
#include "kernels/element_shape.hpp"

namespace lobatto::kernels {

/// Shape of C = A B (or C += A B), column-major: A [m x k] with leading dimension lda, B [k x n]
/// with ldb, C [m x n] with ldc.
struct ContractionShape {
  int m = 0, n = 0, k = 0;
  int lda = 0, ldb = 0, ldc = 0;
  bool accumulate = false;

  /// Densely packed operands.
  static constexpr ContractionShape packed(int m, int n, int k, bool accumulate = false) {
    return {m, n, k, m, k, m, accumulate};
  }
};

constexpr Cost contraction_cost(const ContractionShape& s) {
  const double product = 2.0 * s.m * s.n * s.k;
  return {product,
          8.0 * (1.0 * s.m * s.k + 1.0 * s.k * s.n + (s.accumulate ? 2.0 : 1.0) * s.m * s.n)};
}

/// A small matrix product of fixed shape in double or single precision, generated for the processor
/// at run time by LIBXSMM; where no code can be generated, the portable loop of the reference.
/// Cheap to copy; the operands of a call must not overlap.
template <class Real>
class BasicContraction {
 public:
  explicit BasicContraction(const ContractionShape& shape);

  void operator()(const Real* a, const Real* b, Real* c) const {
    if (kernel_ != nullptr) {
      kernel_(a, b, c);
    } else {
      fall_back(a, b, c);
    }
  }
  [[nodiscard]] const ContractionShape& shape() const { return shape_; }
  [[nodiscard]] bool generated() const { return kernel_ != nullptr; }

 private:
  using Kernel = void (*)(const Real*, const Real*, Real*, ...);
  void fall_back(const Real* a, const Real* b, Real* c) const;

  ContractionShape shape_;
  Kernel kernel_;
};
using Contraction = BasicContraction<double>;

/// The products of an n x n matrix with an element [k][j][i] along each direction, i fastest.
/// along_x takes the transposed matrix (row-major), along_y and along_z the matrix itself
/// (row-major): (A_x u)(i, j, k) = sum_l A(i, l) u(l, j, k) and so on. 2 n^4 flop each. In a plane
/// along_z is the product with zero, as a derivative.
template <class Real>
class BasicElementProducts {
 public:
  BasicElementProducts(const ElementShape& shape, bool accumulate);

  void along_x(const Real* transposed, const Real* u, Real* out) const { x_(transposed, u, out); }
  void along_y(const Real* matrix, const Real* u, Real* out) const;
  void along_z(const Real* matrix, const Real* u, Real* out) const {
    shape_.is_plane() ? zero_in_plane(out) : z_(u, matrix, out);
  }

 private:
  void zero_in_plane(Real* out) const;

  ElementShape shape_;
  BasicContraction<Real> x_, y_, z_;
};
using ElementProducts = BasicElementProducts<double>;

}  // namespace lobatto::kernels
