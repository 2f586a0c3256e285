#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// [[monitor]].
std::vector<Key> monitor_keys();
void read_monitors(const Section& root, Case& c);

}  // namespace lobatto::cases
