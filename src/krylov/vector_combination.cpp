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

template <int count, class Value>
void add_terms(const double* coefficients, const Value* const* vectors, std::size_t start,
               double* out, std::size_t n) {
  double a[count];
  const Value* x[count];
  for (int k = 0; k < count; ++k) {
    a[k] = coefficients[k];
    x[k] = vectors[k] + start;
  }
#pragma GCC ivdep
  for (std::size_t q = 0; q < n; ++q) {
    double sum = out[q];
#pragma GCC unroll 4
    for (int k = 0; k < count; ++k) sum += a[k] * static_cast<double>(x[k][q]);
    out[q] = sum;
  }
}

template <class Value>
void combine_by_chunks(double factor, std::span<const double> coefficients,
                       std::span<const Value* const> vectors, std::span<double> y) {
  for (std::size_t start = 0; start < y.size(); start += chunk) {
    const std::size_t n = std::min(chunk, y.size() - start);
    double* const out = y.data() + start;
    scale(factor, out, n);
    std::size_t k = 0;
    for (; k + 4 <= vectors.size(); k += 4) {
      for (std::size_t m = k; m < k + 4; ++m) fetch_ahead(vectors[m] + start + chunk);
      add_terms<4>(coefficients.data() + k, vectors.data() + k, start, out, n);
    }
    for (; k < vectors.size(); ++k) {
      fetch_ahead(vectors[k] + start + chunk);
      add_terms<1>(coefficients.data() + k, vectors.data() + k, start, out, n);
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
