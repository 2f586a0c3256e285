#pragma once

#include <vector>

#include "app/schema.hpp"

namespace lobatto::app {

/// [output], [statistics] and [exact].
std::vector<Key> output_keys();

}  // namespace lobatto::app
