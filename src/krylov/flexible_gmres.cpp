#include "krylov/flexible_gmres.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/error.hpp"
#include "krylov/vector_combination.hpp"

namespace lobatto::krylov {

namespace {

constexpr double round_off = std::numeric_limits<double>::epsilon();
/// A z = V H holds for any basis; with products below this the residual that H carries along is the
/// true one to this part.
constexpr double allowed_loss = 1e-5;
/// A norm that fell to this part by the projection is too inexact if taken from Pythagoras.
constexpr double smallest_fall = 1e-2;
/// What is left of w after two projections is nothing but round-off below this part.
constexpr double exhausted = 1e-14;

std::size_t checked_restart(int restart) {
  if (restart > 0) return static_cast<std::size_t>(restart);
  throw base::Error("flexible GMRES: a restart after " + std::to_string(restart) +
                    " iterations instead of at least 1");
}

}  // namespace

FlexibleGmres::FlexibleGmres(std::size_t n_local, int restart)
    : n_local_(n_local),
      restart_(checked_restart(restart)),
      squares_(restart_),
      column_(restart_ + 1),
      products_(restart_ + 1),
      factors_(restart_) {
  provide_vectors(0);
}

SolveReport FlexibleGmres::solve(Operator apply, Preconditioner precondition,
                                 const WeightedInner& inner, std::span<const double> rhs,
                                 std::span<double> x, const Tolerance& tolerance) {
  if (rhs.size() != n_local_ || x.size() != n_local_ || inner.weight.size() != n_local_) {
    throw base::Error("flexible GMRES: right-hand side, solution and weight of " +
                      std::to_string(rhs.size()) + ", " + std::to_string(x.size()) + " and " +
                      std::to_string(inner.weight.size()) + " values instead of " +
                      std::to_string(n_local_));
  }
  const double rhs_norm = std::sqrt(inner(rhs, rhs));
  if (rhs_norm == 0) {
    std::fill(x.begin(), x.end(), 0.0);
    return {};
  }
  const double target = std::max(tolerance.relative * rhs_norm, tolerance.absolute);

  const Problem problem{apply, precondition, inner, rhs};
  SolveReport report;
  report.initial_residual = compute_residual(problem, x);
  report.residual = report.initial_residual;
  // Comparisons are written so that they fail for what is not a number.
  while (report.residual > target && report.iterations < tolerance.max_iterations) {
    const double before = report.residual;
    const bool can_go_on = run_cycle(problem, x, target, tolerance.max_iterations, report);
    const bool is_done =
        !can_go_on || report.residual <= target || report.iterations >= tolerance.max_iterations;
    const bool is_exhausted = report.residual == 0;
    if (is_done && !is_exhausted) break;
    report.residual = compute_residual(problem, x);
    if (!(report.residual < before)) break;
  }
  report.converged = report.residual <= target;
  const double k = report.iterations, n = static_cast<double>(n_local_);
  report.cost = {n * k * (2 * k + 7), n * k * (8 * k + 48)};
  return report;
}

double FlexibleGmres::compute_residual(const Problem& problem, std::span<const double> x) {
  base::AlignedArray<double>& residual = basis_[0];
  problem.apply(x, residual);
  for (std::size_t q = 0; q < n_local_; ++q) residual[q] = problem.rhs[q] - residual[q];
  return std::sqrt(problem.inner(residual, residual));
}

bool FlexibleGmres::run_cycle(const Problem& problem, std::span<double> x, double target,
                              int max_iterations, SolveReport& report) {
  combine(1 / report.residual, {}, std::span<const double* const>(), basis_[0]);
  squares_.start(report.residual);
  orthogonality_loss_ = round_off;
  bool is_sound = true;
  for (std::size_t j = 0; j < restart_ && is_sound && squares_.residual() > target &&
                          report.iterations < max_iterations;
       ++j) {
    extend_basis(problem, j);
    is_sound = squares_.add_column({column_.data(), j + 2});
    ++report.iterations;
  }
  const std::span<const double> y = squares_.solve();
  combine(1, y, std::span(direction_views_).first(y.size()), x);
  report.residual = squares_.residual();
  return is_sound;
}

void FlexibleGmres::extend_basis(const Problem& problem, std::size_t j) {
  provide_vectors(j + 1);
  problem.precondition(basis_[j], directions_[j]);
  problem.apply(directions_[j], basis_[j + 1]);
  orthogonalise(problem.inner, j);
}

void FlexibleGmres::orthogonalise(const WeightedInner& inner, std::size_t j) {
  double rest = project(inner, j);
  const double size = products_[j + 1];
  const double fall = std::sqrt(std::max(rest, 0.0) / size);
  std::copy_n(products_.begin(), j + 1, column_.begin());
  column_[j + 1] = 0;
  // |w|^2 minus the squares of the products: what the basis has lost comes back divided by fall^2.
  if (fall > smallest_fall && orthogonality_loss_ < fall * fall * allowed_loss) {
    orthogonality_loss_ /= fall * fall;
  } else {
    subtract_projection(j, 1);
    rest = project(inner, j);
    for (std::size_t i = 0; i <= j; ++i) column_[i] += products_[i];
    if (rest <= exhausted * exhausted * size) return;
  }
  column_[j + 1] = std::sqrt(rest);
  subtract_projection(j, 1 / column_[j + 1]);
}

double FlexibleGmres::project(const WeightedInner& inner, std::size_t j) {
  inner.many(std::span(basis_views_).first(j + 2), basis_[j + 1], {products_.data(), j + 2});
  double rest = products_[j + 1];
  for (std::size_t i = 0; i <= j; ++i) rest -= products_[i] * products_[i];
  return rest;
}

void FlexibleGmres::subtract_projection(std::size_t j, double factor) {
  for (std::size_t i = 0; i <= j; ++i) factors_[i] = -factor * products_[i];
  combine(factor, {factors_.data(), j + 1}, std::span(basis_views_).first(j + 1), basis_[j + 1]);
}

void FlexibleGmres::provide_vectors(std::size_t n_iterations) {
  while (directions_.size() < n_iterations) {
    direction_views_.push_back(directions_.emplace_back(n_local_).data());
  }
  while (basis_.size() < n_iterations + 1) {
    basis_views_.push_back(basis_.emplace_back(n_local_).data());
  }
}

}  // namespace lobatto::krylov
