#include "kernels/advection/advection.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "kernels/advection/advection_by_products.hpp"
#include "kernels/advection/advection_in_plane.hpp"
#include "kernels/choose_compiled.hpp"

namespace lobatto::kernels {

namespace {

std::unique_ptr<AdvectionMethod> choose_method(const AdvectionRule& rule) {
  const std::size_t entries = static_cast<std::size_t>(rule.n) * rule.m;
  if (rule.n < 2 || rule.m < rule.n || rule.interpolation.size() != entries ||
      rule.derivative_at_points.size() != entries ||
      rule.weights.size() != static_cast<std::size_t>(rule.m) ||
      rule.node_weights.size() != static_cast<std::size_t>(rule.n)) {
    throw base::Error("advection: the matrices do not fit " + std::to_string(rule.n) +
                      " nodes and " + std::to_string(rule.m) + " points");
  }
  if (rule.is_plane) return std::make_unique<AdvectionInPlane>(rule);
  std::unique_ptr<AdvectionMethod> method;
  if (rule.m == (3 * rule.n + 1) / 2) {
    method = choose_compiled<AdvectionMethod>(rule.n, AdvectionSizes{},
                                              [&]<int n, int lanes>(CompiledFor<n, lanes>) {
                                                return make_compiled_advection<n, lanes>(rule);
                                              });
  }
  if (!method) method = std::make_unique<AdvectionByProducts>(rule);
  return method;
}

}  // namespace

AdvectionMethod::~AdvectionMethod() = default;

BoxAdvection::BoxAdvection(const AdvectionRule& rule) : method_(choose_method(rule)) {}

AdvectionSources::AdvectionSources(const AdvectionFields& call)
    : fields(call.velocity.begin(), call.velocity.end()), is_advected(3, 0) {
  for (const double* field : call.fields) {
    auto known = std::find(fields.begin(), fields.end(), field);
    if (known == fields.end()) {
      known = fields.insert(known, field);
      is_advected.push_back(1);
    }
    const auto source = known - fields.begin();
    is_advected[source] = 1;
    advected.push_back(static_cast<int>(source));
  }
}

AdvectionSources::~AdvectionSources() = default;

}  // namespace lobatto::kernels
