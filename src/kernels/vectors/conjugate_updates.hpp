#pragma once

#include <cstddef>

#include "kernels/cost.hpp"

namespace lobatto::kernels {

// The vector work of conjugate gradients in two passes, for blocks that stay in cache between a
// pass and the operator. Vectors have n_values; `diagonal` is the inverse of a diagonal
// preconditioner, or null for none. Nothing may overlap.

/// x = x + alpha p, then p = diagonal r + beta p: the step along the last direction, put off until
/// that is read again anyway.
void turn_direction(double alpha, double beta, const double* r, const double* diagonal, double* x,
                    double* p, std::size_t n_values);

constexpr Cost turn_direction_cost(double n_values, bool preconditioned) {
  return {(preconditioned ? 5.0 : 4.0) * n_values, 8.0 * (preconditioned ? 6.0 : 5.0) * n_values};
}

/// p = diagonal r: the first direction, before which there is no step.
void start_direction(const double* r, const double* diagonal, double* p, std::size_t n_values);

constexpr Cost start_direction_cost(double n_values, bool preconditioned) {
  return {(preconditioned ? 1.0 : 0.0) * n_values, 8.0 * (preconditioned ? 3.0 : 2.0) * n_values};
}

struct ResidualWeights {
  const double* diagonal;  ///< null: 1
  const double* weight;
  const double* norm;  ///< null: the weight
};
struct ResidualSums {
  double squared = 0.0;         ///< sum_q norm_q r_q r_q
  double preconditioned = 0.0;  ///< sum_q weight_q r_q diagonal_q r_q
};

/// r = r - alpha w and the sums of the new r.
ResidualSums reduce_residual(double alpha, const double* w, const ResidualWeights& weights,
                             double* r, std::size_t n_values);

/// The weight is taken to stay in cache, and to be that of the norm; another one adds 2 flop and,
/// unless it stays in cache as well, 8 byte a value.
constexpr Cost reduce_residual_cost(double n_values, bool preconditioned) {
  return {(preconditioned ? 7.0 : 5.0) * n_values, 8.0 * (preconditioned ? 4.0 : 3.0) * n_values};
}

namespace reference {
void turn_direction(double alpha, double beta, const double* r, const double* diagonal, double* x,
                    double* p, std::size_t n_values);
ResidualSums reduce_residual(double alpha, const double* w, const ResidualWeights& weights,
                             double* r, std::size_t n_values);
}  // namespace reference

}  // namespace lobatto::kernels
