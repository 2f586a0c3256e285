#pragma once

#include <cstddef>
#include <span>

namespace lobatto::kernels {

// Sums over long vectors. The compiler keeps sums in their written order, one addition after the
// other; these keep 32 at once. The order depends on nothing but the number of values.

/// sum_q x_q y_q, in double precision; both of n_values.
double inner_product(const double* x, const double* y, std::size_t n_values);
double inner_product(const float* x, const double* y, std::size_t n_values);

/// sum_q x_q
double sum(std::span<const double> x);

}  // namespace lobatto::kernels
