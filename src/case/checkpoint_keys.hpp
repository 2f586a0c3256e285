#pragma once

#include <vector>

#include "case/schema.hpp"

namespace lobatto::cases {

/// The keys of output.checkpoint, [io] and [restart].
std::vector<Key> checkpoint_keys();

}  // namespace lobatto::cases
