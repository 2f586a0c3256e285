#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/raw_mesh.hpp"

namespace CLI {
class App;
}

namespace lobatto::commands {

struct MeshOptions {
  std::vector<std::filesystem::path> files;  ///< several are joined
  std::vector<int> ranks;                    ///< numbers of ranks to partition for
  std::optional<std::filesystem::path> json_file;
  std::optional<std::filesystem::path> surface_file;  ///< what a picture needs, as JSON
};

/// lobatto mesh: reads a mesh, on rank 0, and prints what it holds: elements, boundaries,
/// periodic pairs, quality, and what partitions would cost. Throws base::Error for what makes the
/// file no mesh; folded elements are reported, and then thrown as well.
int mesh_command(const MeshOptions& options, const comm::Communicator& communicator);

struct MeshConvertOptions {
  std::filesystem::path from, to;
  std::vector<std::string> names;  ///< OLD=NEW, of boundaries and volumes
  bool overwrite = false;
  bool hexahedra = false;  ///< cut cells of other shapes into hexahedra
  double smooth = 0.0;     ///< better elements whose scaled Jacobian is below this; 0: leave them
};

/// lobatto mesh convert: reads a mesh file of any known format, on rank 0, and writes it in the
/// format that the ending of the other file says. Throws base::Error where that file is there
/// already, its format cannot hold what the mesh has, or smoothing leaves folded elements.
int mesh_convert_command(const MeshConvertOptions& options, const comm::Communicator& communicator);

/// What a picture of a mesh needs: the names of boundaries, periodic pairs last; of each outer side
/// its `name`, and `points` [sides][n][n][x, y, z] at equidistant places; the `worst` elements,
/// those with the smallest scaled Jacobians, with their twelve `lines` [12][n][x, y, z]. `mesh` is
/// what connect() makes of `raw`.
nlohmann::ordered_json surface_of(const mesh::RawMesh& raw, const mesh::HexMesh& mesh);

/// What is asked of `lobatto mesh` and of its own command.
struct MeshCommands {
  MeshOptions report;
  MeshConvertOptions convert;
};

/// Adds the command to the program's command line; it fills `commands`, which must live as long.
void add_mesh(CLI::App& app, MeshCommands& commands);
/// Runs what has been asked for and returns the exit code. Collective.
int run_mesh(const CLI::App& mesh, const MeshCommands& commands,
             const comm::Communicator& communicator);

}  // namespace lobatto::commands
