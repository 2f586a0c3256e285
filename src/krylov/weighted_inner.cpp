#include "krylov/weighted_inner.hpp"

#include <algorithm>
#include <cstddef>

#include "kernels/vectors/inner_products.hpp"
#include "krylov/vector_combination.hpp"

namespace lobatto::krylov {

namespace {

template <class Value>
void local_products(std::span<const double> weight, std::span<const Value* const> vectors,
                    std::span<const double> x, std::span<double> products) {
  alignas(64) double weighted[chunk];
  std::fill(products.begin(), products.end(), 0.0);
  for (std::size_t start = 0; start < x.size(); start += chunk) {
    const std::size_t n = std::min(chunk, x.size() - start);
    for (std::size_t q = 0; q < n; ++q) weighted[q] = weight[start + q] * x[start + q];
    for (std::size_t k = 0; k < vectors.size(); ++k) {
      fetch_ahead(vectors[k] + start + chunk);
      products[k] += kernels::inner_product(vectors[k] + start, weighted, n);
    }
  }
}

}  // namespace

double WeightedInner::operator()(std::span<const double> x, std::span<const double> y) const {
  const double* const vector = x.data();
  double product = 0;
  many({&vector, 1}, y, {&product, 1});
  return product;
}

void WeightedInner::many(std::span<const double* const> vectors, std::span<const double> x,
                         std::span<double> products) const {
  many_local(vectors, x, products);
  sum(products);
}

void WeightedInner::many(std::span<const float* const> vectors, std::span<const double> x,
                         std::span<double> products) const {
  many_local(vectors, x, products);
  sum(products);
}

void WeightedInner::many_local(std::span<const double* const> vectors, std::span<const double> x,
                               std::span<double> products) const {
  local_products(weight, vectors, x, products);
}

void WeightedInner::many_local(std::span<const float* const> vectors, std::span<const double> x,
                               std::span<double> products) const {
  local_products(weight, vectors, x, products);
}

}  // namespace lobatto::krylov
