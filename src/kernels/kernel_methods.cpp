#include "kernels/kernel_methods.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/choose_compiled.hpp"
#include "kernels/products/contraction.hpp"

namespace lobatto::kernels {

namespace {

template <int... sizes>
std::span<const int> as_span(std::integer_sequence<int, sizes...>) {
  static constexpr std::array values{sizes...};
  static_assert(std::ranges::is_sorted(values));
  return values;
}

KernelMethod method_for(int n, std::span<const int> sizes) {
  if (!compiled_is_faster()) return KernelMethod::other_processor;
  return std::ranges::binary_search(sizes, n) ? KernelMethod::compiled : KernelMethod::other_size;
}

}  // namespace

KernelMethod advection_method(int n, int m) {
  const KernelMethod method = method_for(n, advection_sizes());
  const bool usual_points = m == (3 * n + 1) / 2;
  return method == KernelMethod::compiled && !usual_points ? KernelMethod::other_points : method;
}

KernelMethod helmholtz_method(int n) { return method_for(n, helmholtz_sizes()); }

std::span<const int> advection_sizes() { return as_span(AdvectionSizes{}); }

std::span<const int> helmholtz_sizes() { return as_span(HelmholtzSizes{}); }

bool products_are_generated(int n) {
  const std::array shapes{ContractionShape::packed(n, n * n, n), ContractionShape::packed(n, n, n),
                          ContractionShape::packed(n * n, n, n)};
  return std::ranges::all_of(
      shapes, [](const ContractionShape& shape) { return Contraction(shape).generated(); });
}

}  // namespace lobatto::kernels
