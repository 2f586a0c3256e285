#pragma once

#include <vector>

#include "kernels/advection/advection.hpp"

namespace lobatto::kernels {

/// The distinct fields of a call: the three velocity components first, then the advected fields
/// that are none of them.
struct AdvectionSources {
  explicit AdvectionSources(const AdvectionFields& call);
  AdvectionSources(const AdvectionSources&) = delete;
  AdvectionSources& operator=(const AdvectionSources&) = delete;
  ~AdvectionSources();

  std::vector<const double*> fields;
  std::vector<char> is_advected;
  std::vector<int> advected;  ///< the source of each result
};

}  // namespace lobatto::kernels
