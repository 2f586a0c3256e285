#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// [[probe]], read after output.quantities.
std::vector<Key> probe_keys();
void read_probes(const Section& root, Case& c);

}  // namespace lobatto::cases
