#pragma once

#include <string>

#include "app/case.hpp"

namespace lobatto::app {

/// What the case would take on `n_ranks` ranks, as text for people: points, columns a rank, memory,
/// floating-point work a step. Throws base::Error when there are more ranks than element columns.
std::string estimate(const Case& the_case, int n_ranks);

}  // namespace lobatto::app
