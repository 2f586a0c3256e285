#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// [filter].
std::vector<Key> filter_keys();

/// Fills Case::filter. Mesh and time must have been read.
void read_filter(const Section& root, Case& c);

}  // namespace lobatto::cases
