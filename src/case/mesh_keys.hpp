#pragma once

#include <vector>

#include "case/schema.hpp"

namespace lobatto::cases {

/// The keys of [case] and [mesh].
std::vector<Key> case_and_mesh_keys();

}  // namespace lobatto::cases
