#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// output.quantities, [[probe]] and [[force]].
std::vector<Key> observer_keys();

/// output.quantities, [[probe]] and [[force]], after scalars and parameters have been read.
void read_observers(const Section& root, Case& c);

/// What a probe may sample: u, v, w, p, scalars, quantities.
std::vector<std::string> sampled_names(const Case& c);

}  // namespace lobatto::cases
