#pragma once

#include "case/case.hpp"
#include "case/formulas.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/regions.hpp"
#include "physics/settings.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// Which elements of the box of a case are solid, by their middles; of all of them, x fastest.
/// Throws base::Error where an element is in two solids, a solid has none, or nothing is left for a
/// flow that is to be solved for.
mesh::Regions regions_of_box(const cases::Case& the_case);
/// Which elements of a whole mesh from a file are solid, by the middles of their corners or their
/// physical volumes. Throws like the one before, and for a volume that the mesh does not have.
mesh::Regions regions_of_mesh(const cases::Case& the_case, const mesh::HexMesh& whole);

/// What a scalar finds in the solids of a space: its coefficient in all regions, its capacity, and
/// its sources there.
void set_solids(cases::Formulas& formulas, const cases::ScalarCase& scalar,
                const space::FunctionSpace& space, physics::ScalarSettings& settings);

}  // namespace lobatto::run
