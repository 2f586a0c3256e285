#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::commands {

struct MeshOptions {
  std::filesystem::path file;
  std::vector<int> ranks;  ///< numbers of ranks to partition for
  std::optional<std::filesystem::path> json_file;
  std::optional<std::filesystem::path> surface_file;  ///< what a picture needs, as JSON
};

/// lobatto mesh: reads a mesh file, on rank 0, and prints what it holds: elements, boundaries,
/// periodic pairs, quality, and what partitions would cost. Throws base::Error for what makes the
/// file no mesh; folded elements are reported, and then thrown as well.
int mesh_command(const MeshOptions& options, const comm::Communicator& communicator);

}  // namespace lobatto::commands
