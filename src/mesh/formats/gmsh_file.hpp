#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::mesh {

/// An element of any dimension as the file lists it.
struct GmshCell {
  int type = 0;  ///< Gmsh's number of the element type
  long long label = 0;
  int entity = 0;              ///< the point, curve, surface or volume that it lies in
  int physical = 0;            ///< its physical group; 0: none
  std::size_t first_node = 0;  ///< in GmshFile::cell_nodes
  std::size_t number = 0;      ///< among the elements of any type, from 0
};

/// Two surfaces of which one is a copy of the other. Gmsh may list their nodes, or only the affine
/// map (4 x 4, row-major) from the master to the slave.
struct GmshPeriodicSurfaces {
  int slave = 0, master = 0;
  std::vector<double> affine;
  std::size_t n_nodes = 0;                      ///< pairs of nodes in the whole file
  std::size_t first_node = 0;                   ///< which of them come first here
  std::vector<std::array<long long, 2>> nodes;  ///< labels: slave, master
};

using GmshPairs = std::vector<GmshPeriodicSurfaces>;

/// The parts of a .msh file that make a mesh, before anything is made of them; all of the file, or
/// a share of the nodes, of the elements and of the nodes of each pair of periodic surfaces.
struct GmshFile {
  std::string name;
  /// By physical group.
  std::map<int, std::string> curve_names, surface_names, volume_names;
  std::vector<std::pair<long long, std::int64_t>> node_labels;  ///< ascending; label, index
  std::vector<std::array<double, 3>> nodes;
  int dimension = 0;            ///< of its elements, the highest, of any type
  std::vector<GmshCell> cells;  ///< lines, quadrilaterals and hexahedra, or cells of any shape
  bool has_triangles = false;
  std::size_t n_cells = 0;            ///< elements of any type in the whole file
  std::vector<long long> cell_nodes;  ///< labels
  GmshPairs periodic, periodic_curves;

  /// Index of a node; -1: there is none of this label.
  [[nodiscard]] std::int64_t find(long long label) const;
  /// Throws base::Error: what uses a node that is not there.
  [[noreturn]] void refuse_missing(long long label, const std::string& user) const;
};

/// What a user types to have the cells of a file cut into hexahedra.
std::string gmsh_cut_command(const std::string& file);

/// Which cells of a file are wanted.
enum class GmshCells { of_hexahedra, of_any_shape };

/// Reads a file of format 2.2, 4.0 or 4.1, text or binary of either byte order: a share of it on
/// each rank; of text all is scanned, in binary the rest is passed over. Throws base::Error with
/// line or byte for everything that is not as the format says, and for volume elements that are not
/// wanted; a node that is listed twice is left to the caller. Collective.
GmshFile read_gmsh_file(const std::filesystem::path& file, const comm::Communicator& communicator,
                        GmshCells wanted = GmshCells::of_hexahedra);

}  // namespace lobatto::mesh
