#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// [[scalar]]. Read after the mesh and the fluid.
std::vector<Key> scalar_keys();
void read_scalars(const Section& root, Case& c);

}  // namespace lobatto::cases
