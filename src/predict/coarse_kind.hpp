#pragma once

#include <cstdint>

#include "case/case.hpp"
#include "mesh/hex_mesh.hpp"
#include "plan/grounds.hpp"
#include "precond/coarse/coarse_choice.hpp"

namespace lobatto::predict {

/// How multigrid solves its coarse problem, on the vertices of a mesh.
precond::CoarseKind coarse_kind(const cases::Case& the_case, const plan::Grounds& grounds,
                                const mesh::HexMesh* whole);
/// Vertices of the mesh from a file, or of the box of a case where there is none, those that
/// periodicity identifies counted once.
std::int64_t n_vertices(const cases::Case& the_case, const mesh::HexMesh* whole);

}  // namespace lobatto::predict
