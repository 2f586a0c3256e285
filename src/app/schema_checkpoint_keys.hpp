#pragma once

#include <vector>

#include "app/schema.hpp"

namespace lobatto::app {

/// The keys of output.checkpoint, [io] and [restart].
std::vector<Key> checkpoint_keys();

}  // namespace lobatto::app
