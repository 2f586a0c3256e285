#pragma once

#include <algorithm>
#include <vector>

#include "kernels/advection.hpp"

namespace lobatto::kernels {

/// The distinct fields of a call: the three velocity components first, then the advected fields
/// that are none of them.
struct AdvectionSources {
  explicit AdvectionSources(const AdvectionFields& call)
      : fields(call.velocity.begin(), call.velocity.end()), is_advected(3, false) {
    for (const double* field : call.fields) {
      auto known = std::find(fields.begin(), fields.end(), field);
      if (known == fields.end()) {
        known = fields.insert(known, field);
        is_advected.push_back(true);
      }
      const auto source = known - fields.begin();
      is_advected[source] = true;
      advected.push_back(static_cast<int>(source));
    }
  }

  std::vector<const double*> fields;
  std::vector<bool> is_advected;
  std::vector<int> advected;  ///< the source of each result
};

}  // namespace lobatto::kernels
