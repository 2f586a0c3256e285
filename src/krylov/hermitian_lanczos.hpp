#pragma once

#include <complex>
#include <span>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "krylov/krylov_schur.hpp"
#include "krylov/visit_vector.hpp"
#include "krylov/weighted_inner.hpp"

namespace lobatto::krylov {

/// y = sum_k coefficients[k] vectors[k], all of them complex: [2][n], the real parts first.
void combine_complex(std::span<const std::complex<double>> coefficients,
                     std::span<const double* const> vectors, std::span<double> y);

/// An eigenvalue of a Hermitian operator.
struct HermitianPair {
  double value = 0;
  double residual = 0;  ///< |A v - value v| / value
};

/// The largest eigenvalues of a Hermitian operator A that is not negative, and their vectors, by
/// Lanczos's method (Golub & Van Loan, Matrix Computations, ch. 10) one application after the
/// other, by who knows A: until is_done(), put(A next()). Every new vector is made orthogonal to
/// all others twice, as A may be known to a tolerance alone; the projection of A is what those
/// products say. Vectors are complex: [2][n], the real parts first. Holds dimension + 1 of them.
class HermitianLanczos {
 public:
  /// The inner product is that of real vectors of n local values, and its weight tells n; what it
  /// refers to must live as long. Of the settings dimension bounds the applications.
  HermitianLanczos(const EigenSettings& settings, const WeightedInner& inner);

  /// start: must not be zero. Collective, as put().
  void begin(std::span<const double> start);
  [[nodiscard]] std::span<const double> next() const { return basis_.back(); }
  void put(std::span<const double> product);
  [[nodiscard]] bool is_converged() const;
  [[nodiscard]] bool is_done() const {
    return is_converged() || is_invariant_ || n_applications() >= settings_.dimension;
  }
  [[nodiscard]] int n_applications() const { return static_cast<int>(columns_.size()); }
  /// Those that are known so far, the largest first.
  [[nodiscard]] const std::vector<HermitianPair>& found() const { return found_; }
  /// An eigenvector of length 1 as a sum over what next() has been.
  [[nodiscard]] const std::vector<std::complex<double>>& coefficients(std::size_t pair) const {
    return coefficients_[pair];
  }
  [[nodiscard]] std::vector<double> vector(std::size_t pair) const;
  /// All that it goes on with, as "<name>/...", on any number of ranks; a load needs no begin().
  void visit_state(base::StateVisitor& visitor, const std::string& name, VisitVector visit_vector);

 private:
  using Complex = std::complex<double>;

  [[nodiscard]] double length(std::span<const double> x) const;
  [[nodiscard]] std::vector<Complex> products_with(std::span<const double> x) const;
  void look();
  [[nodiscard]] std::vector<const double*> vectors() const;

  EigenSettings settings_;
  WeightedInner inner_;
  std::vector<std::vector<double>> basis_;  ///< one more than there are columns
  /// Of the projection of A: a column has the products with its own vector and those before, then
  /// the length of what is left.
  std::vector<std::vector<Complex>> columns_;
  bool is_invariant_ = false;
  std::vector<HermitianPair> found_;
  std::vector<std::vector<Complex>> coefficients_;
};

}  // namespace lobatto::krylov
