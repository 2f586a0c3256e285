#include "kernels/advection.hpp"

#include <string>
#include <utility>

#include "base/error.hpp"
#include "kernels/advection_by_products.hpp"
#include "kernels/advection_methods.hpp"
#include "kernels/compiled_sizes.hpp"
#include "kernels/contraction.hpp"
#include "kernels/lanes.hpp"

namespace lobatto::kernels {

namespace {

template <int lanes, int... sizes>
std::unique_ptr<AdvectionMethod> make_compiled(const AdvectionRule& rule,
                                               std::integer_sequence<int, sizes...>) {
  std::unique_ptr<AdvectionMethod> method;
  ((rule.n == sizes ? (method = make_compiled_advection<sizes, lanes>(rule), true) : false) || ...);
  return method;
}

/// For the widest registers of this processor. Without AVX, generated products (which know better
/// instructions at run time) beat what is compiled for the baseline.
std::unique_ptr<AdvectionMethod> make_compiled(const AdvectionRule& rule) {
#ifdef LOBATTO_KERNELS_FOR_AVX512
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
    return make_compiled<8>(rule, CompiledSizes{});
  }
#endif
  const bool generated = Contraction(ContractionShape::packed(8, 8, 8)).generated();
  return n_lanes == 2 && generated ? nullptr : make_compiled<n_lanes>(rule, CompiledSizes{});
}

std::unique_ptr<AdvectionMethod> choose_method(const AdvectionRule& rule) {
  const std::size_t entries = static_cast<std::size_t>(rule.n) * rule.m;
  if (rule.n < 2 || rule.m < rule.n || rule.interpolation.size() != entries ||
      rule.derivative_at_points.size() != entries ||
      rule.weights.size() != static_cast<std::size_t>(rule.m) ||
      rule.node_weights.size() != static_cast<std::size_t>(rule.n)) {
    throw base::Error("advection: the matrices do not fit " + std::to_string(rule.n) +
                      " nodes and " + std::to_string(rule.m) + " points");
  }
  std::unique_ptr<AdvectionMethod> method;
  if (rule.m == (3 * rule.n + 1) / 2) method = make_compiled(rule);
  if (!method) method = std::make_unique<AdvectionByProducts>(rule);
  return method;
}

}  // namespace

AdvectionMethod::~AdvectionMethod() = default;

BoxAdvection::BoxAdvection(const AdvectionRule& rule) : method_(choose_method(rule)) {}

}  // namespace lobatto::kernels
