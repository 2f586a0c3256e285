#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// [[force]].
std::vector<Key> force_keys();
void read_forces(const Section& root, Case& c);

}  // namespace lobatto::cases
