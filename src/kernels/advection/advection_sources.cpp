#include "kernels/advection/advection_sources.hpp"

#include <algorithm>

namespace lobatto::kernels {

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
