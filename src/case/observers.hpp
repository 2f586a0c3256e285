#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// output.quantities, [[probe]], [[force]] and [[monitor]], read after scalars and parameters.
std::vector<Key> observer_keys();
void read_observers(const Section& root, Case& c);

}  // namespace lobatto::cases
