#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::commands {

struct MeshConvertOptions {
  std::filesystem::path from, to;
  std::vector<std::string> names;  ///< OLD=NEW, of boundaries and volumes
  bool overwrite = false;
  double smooth = 0.0;  ///< better elements whose scaled Jacobian is below this; 0: leave them
};

/// lobatto mesh convert: reads a mesh file of any known format, on rank 0, and writes it in the
/// format that the ending of the other file says. Throws base::Error where that file is there
/// already, its format cannot hold what the mesh has, or smoothing leaves folded elements.
int mesh_convert_command(const MeshConvertOptions& options, const comm::Communicator& communicator);

}  // namespace lobatto::commands
