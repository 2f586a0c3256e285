#pragma once

#include "app/case.hpp"
#include "app/case_section.hpp"

namespace lobatto::app {

/// output.quantities, [[probe]] and [[force]], after scalars and parameters have been read.
void read_observers(const Section& root, Case& c);

/// What a probe may sample: u, v, w, p, scalars, quantities.
std::vector<std::string> sampled_names(const Case& c);

}  // namespace lobatto::app
