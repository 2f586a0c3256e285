#include "krylov/residual_recombination.hpp"

#include <fmt/format.h>
#include <lapacke.h>

#include <cmath>
#include <cstdint>

#include "base/error.hpp"
#include "krylov/vector_combination.hpp"

namespace lobatto::krylov {

namespace {

std::vector<const double*> pointers(const std::vector<std::vector<double>>& vectors) {
  std::vector<const double*> pointers;
  for (const auto& vector : vectors) pointers.push_back(vector.data());
  return pointers;
}

}  // namespace

void ResidualRecombination::begin() {
  lowered_.clear();
  rest_.clear();
  has_step_ = false;
  next_ = 0;
}

std::span<const double> ResidualRecombination::step(std::span<const double> residual) {
  if (has_step_) learn(residual);
  has_step_ = true;
  residual_.assign(residual.begin(), residual.end());
  step_ = residual_;
  if (n_known() > 0) combine(1.0, coefficients(residual), pointers(rest_), step_);
  return step_;
}

void ResidualRecombination::learn(std::span<const double> residual) {
  std::vector<double> lowered(residual_);
  for (std::size_t q = 0; q < lowered.size(); ++q) lowered[q] -= residual[q];
  const double length = std::sqrt(inner_(lowered, lowered));
  if (length == 0) return;
  std::vector<double> rest(step_);
  for (std::size_t q = 0; q < rest.size(); ++q) {
    rest[q] = (rest[q] - lowered[q]) / length;
    lowered[q] /= length;
  }
  if (lowered_.size() < dimension_) {
    lowered_.emplace_back();
    rest_.emplace_back();
  }
  lowered_[next_] = std::move(lowered);
  rest_[next_] = std::move(rest);
  next_ = (next_ + 1) % dimension_;
}

/// By the normal equations of vectors of length 1; of vectors that hardly differ the least sum.
std::vector<double> ResidualRecombination::coefficients(std::span<const double> residual) const {
  constexpr double hardly = 1e-12;
  const std::size_t n = lowered_.size();
  const auto vectors = pointers(lowered_);
  std::vector<double> matrix(n * n), solution(n), singular(n);
  for (std::size_t k = 0; k < n; ++k)
    inner_.many(vectors, lowered_[k], std::span(matrix).subspan(k * n, n));
  inner_.many(vectors, residual, solution);
  const auto size = static_cast<lapack_int>(n);
  lapack_int rank = 0;
  const lapack_int info = LAPACKE_dgelsd(LAPACK_COL_MAJOR, size, size, 1, matrix.data(), size,
                                         solution.data(), size, singular.data(), hardly, &rank);
  if (info != 0) throw base::Error(fmt::format("LAPACK solved no small system (dgelsd {})", info));
  return solution;
}

void ResidualRecombination::visit_state(base::StateVisitor& visitor, const std::string& name,
                                        VisitVector visit_vector) {
  auto n_known = static_cast<std::int64_t>(lowered_.size());
  auto next = static_cast<std::int64_t>(next_), has_step = std::int64_t{has_step_ ? 1 : 0};
  visitor.visit(name + "/known", n_known);
  visitor.visit(name + "/next", next);
  visitor.visit(name + "/has_step", has_step);
  next_ = static_cast<std::size_t>(next);
  has_step_ = has_step != 0;
  const std::size_t size = inner_.weight.size();
  for (auto* vectors : {&lowered_, &rest_})
    vectors->resize(static_cast<std::size_t>(n_known), std::vector<double>(size));
  for (auto* vector : {&residual_, &step_}) vector->resize(has_step_ ? size : 0);
  for (std::size_t k = 0; k < lowered_.size(); ++k) {
    visit_vector(fmt::format("{}/lowered{}", name, k), lowered_[k]);
    visit_vector(fmt::format("{}/rest{}", name, k), rest_[k]);
  }
  if (!has_step_) return;
  visit_vector(name + "/residual", residual_);
  visit_vector(name + "/step", step_);
}

}  // namespace lobatto::krylov
