#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// [case]: its name.
std::vector<Key> name_keys();
void read_name(const Section& root, Case& c);

}  // namespace lobatto::cases
