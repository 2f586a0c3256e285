#include "krylov/conjugate_gradients.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"

namespace lobatto::krylov {

namespace {

void check_length(std::size_t length, std::size_t expected, const char* name) {
  if (length == expected) return;
  throw base::Error("conjugate gradients: " + std::string(name) + " has " + std::to_string(length) +
                    " values instead of " + std::to_string(expected));
}

}  // namespace

ConjugateGradients::ConjugateGradients(std::size_t n_local)
    : residual_(n_local), preconditioned_(n_local), direction_(n_local), image_(n_local) {}

SolveReport ConjugateGradients::solve(Operator apply, Preconditioner precondition,
                                      InnerProduct inner, InnerProduct norm,
                                      std::span<const double> rhs, std::span<double> x,
                                      const Tolerance& tolerance) {
  check_length(rhs.size(), residual_.size(), "the right-hand side");
  check_length(x.size(), residual_.size(), "the solution");
  const double rhs_norm = std::sqrt(norm(rhs, rhs));
  if (rhs_norm == 0) {
    std::fill(x.begin(), x.end(), 0.0);
    return {};
  }
  const double target = std::max(tolerance.relative * rhs_norm, tolerance.absolute);

  compute_residual(apply, rhs, x);
  SolveReport report;
  report.initial_residual = std::sqrt(norm(residual_, residual_));
  report.residual = report.initial_residual;
  direction_.fill(0);
  double last_product = 1;  // of the residual with its preconditioned self
  // Comparisons are written so that they fail for what is not a number.
  while (report.residual > target && report.iterations < tolerance.max_iterations) {
    precondition(residual_, preconditioned_);
    const double product = inner(residual_, preconditioned_);
    if (!(product > 0)) break;
    turn_direction(product / last_product);
    apply(direction_, image_);
    const double curvature = inner(direction_, image_);
    if (!(curvature > 0)) break;
    step(product / curvature, x);
    report.residual = std::sqrt(norm(residual_, residual_));
    last_product = product;
    ++report.iterations;
  }
  report.converged = report.residual <= target;
  report.cost = cost(static_cast<double>(residual_.size()), report.iterations);
  return report;
}

void ConjugateGradients::compute_residual(Operator apply, std::span<const double> rhs,
                                          std::span<const double> x) {
  apply(x, image_);
  for (std::size_t i = 0; i < rhs.size(); ++i) residual_[i] = rhs[i] - image_[i];
}

void ConjugateGradients::turn_direction(double beta) {
  const double* z = preconditioned_.data();
  double* p = direction_.data();
  for (std::size_t i = 0; i < direction_.size(); ++i) p[i] = z[i] + beta * p[i];
}

void ConjugateGradients::step(double alpha, std::span<double> x) {
  const double* p = direction_.data();
  const double* q = image_.data();
  double* r = residual_.data();
  double* solution = x.data();
#pragma GCC ivdep
  for (std::size_t i = 0; i < x.size(); ++i) {
    solution[i] += alpha * p[i];
    r[i] -= alpha * q[i];
  }
}

}  // namespace lobatto::krylov
