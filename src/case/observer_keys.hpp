#pragma once

#include <vector>

#include "case/schema.hpp"

namespace lobatto::cases {

/// output.quantities, [[probe]] and [[force]].
std::vector<Key> observer_keys();

}  // namespace lobatto::cases
