#pragma once

#include "app/case.hpp"
#include "app/case_section.hpp"

namespace lobatto::app {

/// Fills axes, order and quadrature_nodes from [mesh]. Axes that were refused are left without
/// ticks.
void read_mesh(const Section& root, Case& c);

}  // namespace lobatto::app
