#include "krylov/stepwise_gmres.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "krylov/orthonormalise.hpp"
#include "krylov/vector_combination.hpp"

namespace lobatto::krylov {

StepwiseGmres::StepwiseGmres(int dimension, const WeightedInner& inner)
    : dimension_(dimension), inner_(inner), squares_(static_cast<std::size_t>(dimension)) {}

void StepwiseGmres::begin(std::span<const double> rhs) {
  provide_vector(0);
  length_ = std::sqrt(inner_(rhs, rhs));
  for (std::size_t q = 0; q < rhs.size(); ++q) basis_[0][q] = rhs[q] / length_;
  squares_.start(length_);
  columns_.clear();
  n_products_ = 0;
  is_invariant_ = false;
}

void StepwiseGmres::put(std::span<const double> product) {
  const int n = n_products_ + 1;
  provide_vector(n);
  std::ranges::copy(product, basis_[n].begin());
  std::vector<double> column(n + 1);
  column[n] = orthonormalise(inner_, vectors(n), basis_[n], std::span(column).first(n));
  const bool is_regular = squares_.add_column(column);
  is_invariant_ = !is_regular || column[n] == 0;
  if (!is_regular) return;
  columns_.insert(columns_.end(), column.begin(), column.end());
  n_products_ = n;
}

void StepwiseGmres::solution(std::span<double> x) {
  const auto y = squares_.solve();
  combine(0.0, y, vectors(static_cast<int>(y.size())), x);
}

void StepwiseGmres::visit_state(base::StateVisitor& visitor, const std::string& name,
                                VisitVector visit_vector) {
  std::int64_t n_products = n_products_, is_invariant = is_invariant_ ? 1 : 0;
  visitor.visit(name + "/products", n_products);
  visitor.visit(name + "/invariant", is_invariant);
  visitor.visit(name + "/length", length_);
  visitor.visit(name + "/columns", columns_);
  n_products_ = static_cast<int>(n_products);
  is_invariant_ = is_invariant != 0;
  for (int k = 0; k <= n_products_; ++k) {
    provide_vector(k);
    visit_vector(fmt::format("{}/{}", name, k), basis_[k]);
  }
  if (!visitor.loads()) return;
  squares_ = HessenbergLeastSquares(static_cast<std::size_t>(std::max(dimension_, n_products_)));
  squares_.start(length_);
  std::span<const double> rest(columns_);
  for (std::size_t k = 2; rest.size() >= k; rest = rest.subspan(k++))
    squares_.add_column(rest.first(k));
}

void StepwiseGmres::provide_vector(int number) {
  while (static_cast<int>(basis_.size()) <= number) basis_.emplace_back(inner_.weight.size());
}

std::vector<const double*> StepwiseGmres::vectors(int count) const {
  std::vector<const double*> pointers;
  for (int k = 0; k < count; ++k) pointers.push_back(basis_[k].data());
  return pointers;
}

}  // namespace lobatto::krylov
