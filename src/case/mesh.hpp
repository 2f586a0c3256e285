#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

std::vector<Key> mesh_keys();

/// Fills axes, order and quadrature_nodes from [mesh]. Axes that were refused are left without
/// ticks.
void read_mesh(const Section& root, Case& c);

}  // namespace lobatto::cases
