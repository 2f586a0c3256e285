#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// [subgrid].
std::vector<Key> subgrid_keys();

/// Fills Case::subgrid.
void read_subgrid(const Section& root, Case& c);

}  // namespace lobatto::cases
