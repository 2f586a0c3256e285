#pragma once

#include <vector>

#include "case/schema.hpp"

namespace lobatto::cases {

/// [output], [statistics] and [exact].
std::vector<Key> output_keys();

}  // namespace lobatto::cases
