#pragma once

#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// output.quantities, [[probe]] and [[force]], read after scalars and parameters.
std::vector<Key> observer_keys();
void read_observers(const Section& root, Case& c);

/// What a probe may sample: u, v, w, p, scalars, quantities.
std::vector<std::string> sampled_names(const Case& c);

}  // namespace lobatto::cases
