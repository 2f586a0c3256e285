#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// output.checkpoint, [io] and [restart].
std::vector<Key> checkpoint_keys();
void read_checkpoint(const Section& root, Case& c);

}  // namespace lobatto::cases
