#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// [time]: the length of the steps, and the end.
std::vector<Key> time_keys();
void read_time(const Section& root, Case& c);

}  // namespace lobatto::cases
