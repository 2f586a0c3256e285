#pragma once

#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/regions.hpp"

namespace lobatto::plan {

/// Which elements of the box of a case are solid, by their middles; of all of them, x fastest.
/// Throws base::Error where an element is in two solids, a solid has none, or nothing is left for a
/// flow that is to be solved for.
mesh::Regions regions_of_box(const cases::Case& the_case);
/// Which elements of a mesh from a file are solid, by the middles of their corners or their
/// physical volumes; of the part that the ranks of a group have. Throws like the one before, and
/// for a volume that the mesh does not have, on every rank. Collective.
mesh::Regions regions_of_mesh(const cases::Case& the_case, const mesh::HexMesh& part,
                              const comm::Communicator& ranks);

}  // namespace lobatto::plan
