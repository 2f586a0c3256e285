#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// [output] with its fields and diagnostics.
std::vector<Key> output_keys();
void read_output(const Section& root, Case& c);

/// Nek5000 files have room for T and S01 to S99; T is for scalars only.
void check_nek_room(const Section& root, const Case& c);

}  // namespace lobatto::cases
