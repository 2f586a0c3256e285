#pragma once

#include <vector>

#include "app/schema.hpp"

namespace lobatto::app {

/// The keys of [case] and [mesh].
std::vector<Key> case_and_mesh_keys();

}  // namespace lobatto::app
