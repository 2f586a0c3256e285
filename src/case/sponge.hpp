#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// [[sponge]].
std::vector<Key> sponge_keys();

/// Fills Case::sponges. Scalars, initial values, the filter and time must have been read.
void read_sponges(const Section& root, Case& c);

}  // namespace lobatto::cases
