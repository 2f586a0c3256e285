#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/document/section.hpp"
#include "case/schema/schema.hpp"

namespace lobatto::cases {

std::vector<Key> solid_keys();
/// After the mesh.
void read_solids(const Section& root, Case& c);

/// scalar[].solid, below the keys of a scalar.
std::vector<Key> scalar_solid_keys();
/// What a scalar finds in each solid, in their order; after the solids.
void read_scalar_solids(const Section& scalar_table, const Case& c, ScalarCase& scalar);

/// What does not go together with solids; after all that is spoken of.
void check_solids(const Section& root, const Case& c);

}  // namespace lobatto::cases
