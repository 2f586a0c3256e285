#pragma once

#include <vector>

#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// One mesh of several that touch. Points of different files are one where they are closer than 5 %
/// of the shortest line at them; the place in the first file counts, and elements of others follow
/// with their corners. The geometry is of the highest order among the files. Boundaries of one name
/// are one boundary; surfaces where files meet vanish. A volume without a name, or with one that
/// another file has, too, gets that of its file without the ending, before its own where the file
/// has several volumes. `file` becomes the names of all.
///
/// Throws base::Error where some are plane and others are not, where two points of a file are at
/// the place of one of another, and where a file has no face in common with another.
RawMesh join_meshes(std::vector<RawMesh> parts);

}  // namespace lobatto::mesh
