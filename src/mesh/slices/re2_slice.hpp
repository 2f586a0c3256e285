#pragma once

#include <filesystem>

#include "comm/communicator.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {

/// read_re2 in slices: a rank keeps its share of the elements, and gets the curved sides and
/// conditions of those. A point is known by the first corner, 8 element + vertex, that is there.
/// Throws base::Error on every rank with the text of read_re2. Collective.
MeshSlice read_re2_slice(const std::filesystem::path& file, const comm::Communicator& communicator);

}  // namespace lobatto::mesh
