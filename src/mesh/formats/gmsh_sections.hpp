#pragma once

#include <array>
#include <map>

#include "mesh/formats/file_cursor.hpp"
#include "mesh/formats/file_share.hpp"
#include "mesh/formats/gmsh_file.hpp"

namespace lobatto::mesh {

/// How a file is laid out; integers of 4 bytes in 2.2 and 4.0, mostly of 8 bytes in 4.1.
enum class GmshVersion { v22, v40, v41 };

/// The physical groups of the curves, surfaces and volumes of a file of version 4.
struct GmshGroups {
  std::array<std::map<int, std::vector<int>>, 4> of_entities;  ///< [dimension]

  /// The groups of an entity; {0}: none.
  [[nodiscard]] const std::vector<int>& of(int dimension, int entity) const;
};

// The small sections of a file, whose first word has been read: each is read up to its end, by
// base::Error where it is not as the format says.

/// $PhysicalNames.
void read_gmsh_names(FileCursor& in, GmshFile& file);
/// $Entities, of version 4.
GmshGroups read_gmsh_entities(FileCursor& in, GmshVersion version);
/// $Periodic: a share of the nodes of each pair.
void read_gmsh_periodic(FileCursor& in, GmshVersion version, const Share& share, GmshFile& file);

}  // namespace lobatto::mesh
