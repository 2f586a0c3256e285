#include "krylov/orthonormalise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "krylov/vector_combination.hpp"

namespace lobatto::krylov {

double orthonormalise(const WeightedInner& inner, std::span<const double* const> vectors,
                      std::span<double> x, std::span<double> products) {
  constexpr double rounding = std::numeric_limits<double>::epsilon();
  const double before = std::sqrt(inner(x, x));
  std::ranges::fill(products, 0.0);
  std::vector<double> part(vectors.size());
  for (int pass = 0; pass < 2; ++pass) {
    inner.many(vectors, x, part);
    for (std::size_t k = 0; k < part.size(); ++k) products[k] += part[k];
    for (double& product : part) product = -product;
    combine(1.0, part, vectors, x);
  }
  const double length = std::sqrt(inner(x, x));
  if (!(length > 10 * rounding * before)) return 0;
  for (double& value : x) value /= length;
  return length;
}

}  // namespace lobatto::krylov
