#pragma once

#include <span>

#include "kernels/cost.hpp"

namespace lobatto::kernels {

/// One term a x of a linear combination.
struct Term {
  double factor = 0.0;
  const double* values = nullptr;
};

/// out = sum_k factor_k values_k, all inputs in one pass over memory; compiled for one to eight
/// terms, a plain loop beyond. Every input has out.size() values; out may be one of the inputs, but
/// must not overlap one in part.
void linear_combination(std::span<const Term> terms, std::span<double> out);

constexpr Cost linear_combination_cost(int n_terms, double n_values) {
  return {(2.0 * n_terms - 1.0) * n_values, 8.0 * (n_terms + 1.0) * n_values};
}

namespace reference {
/// The same, value by value.
void linear_combination(std::span<const Term> terms, std::span<double> out);
}  // namespace reference

}  // namespace lobatto::kernels
