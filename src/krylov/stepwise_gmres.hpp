#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "krylov/hessenberg_least_squares.hpp"
#include "krylov/visit_vector.hpp"
#include "krylov/weighted_inner.hpp"

namespace lobatto::krylov {

/// Generalised minimal residuals (Saad & Schultz 1986) from x = 0, one product after the other, by
/// who knows A: until the residual is small enough or is_exhausted(), put(A next()). For products
/// that take minutes: it can be saved between two of them, and every new vector is made orthogonal
/// to all others twice. Holds dimension + 1 vectors.
class StepwiseGmres {
 public:
  /// The inner product tells the number of local values; what it refers to must live as long.
  StepwiseGmres(int dimension, const WeightedInner& inner);

  /// rhs must not be zero. Collective, as what follows.
  void begin(std::span<const double> rhs);
  [[nodiscard]] std::span<const double> next() const { return basis_[n_products_]; }
  void put(std::span<const double> product);
  [[nodiscard]] int n_products() const { return n_products_; }
  /// |rhs - A x| / |rhs|
  [[nodiscard]] double residual() const { return squares_.residual() / length_; }
  /// No further product makes the residual smaller: there is no room, or the space is invariant.
  [[nodiscard]] bool is_exhausted() const { return n_products_ >= dimension_ || is_invariant_; }
  void solution(std::span<double> x);
  /// All that it goes on with, as "<name>/...", on any number of ranks.
  void visit_state(base::StateVisitor& visitor, const std::string& name, VisitVector visit_vector);

 private:
  void provide_vector(int number);
  [[nodiscard]] std::vector<const double*> vectors(int count) const;

  int dimension_;
  WeightedInner inner_;
  std::vector<std::vector<double>> basis_;  ///< those that were needed so far
  HessenbergLeastSquares squares_;
  std::vector<double> columns_;  ///< those of the Hessenberg matrix, of 2, 3, ... entries
  double length_ = 1;            ///< of the right-hand side
  int n_products_ = 0;
  bool is_invariant_ = false;
};

}  // namespace lobatto::krylov
