#pragma once

#include <vector>

#include "app/schema.hpp"

namespace lobatto::app {

/// output.quantities, [[probe]] and [[force]].
std::vector<Key> observer_keys();

}  // namespace lobatto::app
