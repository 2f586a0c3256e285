#pragma once

#include <ostream>

#include "mesh/raw_mesh.hpp"
#include "mesh/re2_file.hpp"

namespace lobatto::mesh {

/// A mesh as .re2 files have it: lines that are straight, parabolas or arcs, faces on spheres, and
/// conditions of up to three letters, or "MSH" with the number of a boundary "boundary-<number>".
/// Elements of a volume "solid" come after those of the fluid. The mesh must be right-handed.
/// Throws base::Error, which names the remedy, where the mesh has more than that: other curved
/// sides, longer names, other volumes.
Re2File re2_of(const RawMesh& mesh);

/// Writes version #v002, reals of 8 bytes, in the byte order of this machine.
void write_re2(const Re2File& file, std::ostream& out);

}  // namespace lobatto::mesh
