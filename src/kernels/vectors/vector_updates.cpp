#include "kernels/vectors/vector_updates.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace lobatto::kernels {

namespace {

constexpr std::size_t max_terms = 8;

template <std::size_t n_terms>
void combine(const Term* terms, double* out, std::size_t n_values) {
  std::array<double, n_terms> a;
  std::array<const double*, n_terms> x;
  for (std::size_t k = 0; k < n_terms; ++k) {
    a[k] = terms[k].factor;
    x[k] = terms[k].values;
  }
#pragma GCC ivdep
  for (std::size_t q = 0; q < n_values; ++q) {
    double sum = a[0] * x[0][q];
#pragma GCC unroll 8
    for (std::size_t k = 1; k < n_terms; ++k) sum += a[k] * x[k][q];
    out[q] = sum;
  }
}

using Combine = void (*)(const Term*, double*, std::size_t);

template <std::size_t... k>
constexpr std::array<Combine, sizeof...(k)> make_table(std::index_sequence<k...>) {
  return {&combine<k + 1>...};
}

}  // namespace

void linear_combination(std::span<const Term> terms, std::span<double> out) {
  static constexpr auto table = make_table(std::make_index_sequence<max_terms>());
  if (terms.empty() || terms.size() > max_terms) {
    reference::linear_combination(terms, out);
  } else {
    table[terms.size() - 1](terms.data(), out.data(), out.size());
  }
}

namespace reference {

void linear_combination(std::span<const Term> terms, std::span<double> out) {
  for (std::size_t q = 0; q < out.size(); ++q) {
    double sum = 0.0;
    for (const Term& term : terms) sum += term.factor * term.values[q];
    out[q] = sum;
  }
}

}  // namespace reference

}  // namespace lobatto::kernels
