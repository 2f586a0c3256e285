#include "krylov/vector_combination.hpp"

#include <algorithm>
#include <cstddef>

namespace lobatto::krylov {

namespace {

void scale(double factor, double* y, std::size_t n) {
  if (factor == 0) {
    std::fill_n(y, n, 0.0);
  } else if (factor != 1) {
    for (std::size_t q = 0; q < n; ++q) y[q] *= factor;
  }
}

template <class Value>
void combine_by_chunks(double factor, std::span<const double> coefficients,
                       std::span<const Value* const> vectors, std::span<double> y) {
  for (std::size_t start = 0; start < y.size(); start += chunk) {
    const std::size_t n = std::min(chunk, y.size() - start);
    double* const out = y.data() + start;
    scale(factor, out, n);
    for (std::size_t k = 0; k < vectors.size(); ++k) {
      const Value* const x = vectors[k] + start;
      const double a = coefficients[k];
#pragma GCC ivdep
      for (std::size_t q = 0; q < n; ++q) out[q] += a * static_cast<double>(x[q]);
    }
  }
}

}  // namespace

void combine(double factor, std::span<const double> coefficients,
             std::span<const double* const> vectors, std::span<double> y) {
  combine_by_chunks(factor, coefficients, vectors, y);
}

void combine(double factor, std::span<const double> coefficients,
             std::span<const float* const> vectors, std::span<double> y) {
  combine_by_chunks(factor, coefficients, vectors, y);
}

}  // namespace lobatto::krylov
