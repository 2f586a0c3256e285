#pragma once

#include <filesystem>

#include "comm/communicator.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {

/// read_gmsh in slices: a rank keeps its share of the nodes and elements as the file lists them,
/// boundaries among the elements, and gets the nodes that its elements use from the ranks that keep
/// them. Points are known by the labels of their nodes. Of text every rank scans the whole file, in
/// binary it passes over what is not its own. Throws base::Error on every rank with the text of
/// read_gmsh. Collective.
MeshSlice read_gmsh_slice(const std::filesystem::path& file,
                          const comm::Communicator& communicator);

}  // namespace lobatto::mesh
