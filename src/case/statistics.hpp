#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// [statistics]: averages to gather. Read after the mesh and the time.
std::vector<Key> statistics_keys();
void read_statistics(const Section& root, Case& c);

}  // namespace lobatto::cases
