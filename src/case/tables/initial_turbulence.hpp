#pragma once

#include "case/case.hpp"
#include "case/document/section.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

/// initial.turbulence.
const Table<InitialTurbulence>& initial_turbulence_table();

/// Reports what does not fit the mesh, and fills the energies of the shells. table:
/// initial.turbulence; the mesh must have been read.
void complete_initial_turbulence(const Section& table, Case& c);

}  // namespace lobatto::cases
