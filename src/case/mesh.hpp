#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// [mesh], its axes, parts and periodic boundaries.
std::vector<Key> mesh_keys();

/// Axes that were refused are left without ticks.
void read_mesh(const Section& root, Case& c);

}  // namespace lobatto::cases
