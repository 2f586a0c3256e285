#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// [flow]: a velocity that is not solved for.
std::vector<Key> flow_keys();

/// The exact solution must have been read.
void read_flow(const Section& root, Case& c);

}  // namespace lobatto::cases
