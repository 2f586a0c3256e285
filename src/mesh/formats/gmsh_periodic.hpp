#pragma once

#include <map>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/formats/gmsh_file.hpp"
#include "mesh/formats/node_directory.hpp"
#include "mesh/slices/mesh_slice.hpp"
#include "mesh/slices/periodic_faces.hpp"

namespace lobatto::mesh {

/// The quadrilaterals of surfaces that touch elements. [entity][quads]
using QuadsOfSurfaces = std::map<int, std::vector<QuadPoints>>;

/// How points are known, by the labels of their nodes; in a plane at the lower and upper level.
constexpr std::int64_t gmsh_point_id(std::int64_t label, int level, int dimension) {
  return dimension == 2 ? 2 * label + level : label;
}

/// The pairs of periodic surfaces of a file, or of curves in a plane. All that it refers to must
/// live as long.
class GmshPeriodic {
 public:
  GmshPeriodic(const GmshFile& share, const NodeDirectory& nodes, const QuadsOfSurfaces& quads,
               const comm::Communicator& communicator)
      : share_(share), nodes_(nodes), quads_(quads), communicator_(communicator) {}

  /// Adds a map and its images to a slice. Throws base::Error on every rank. Collective.
  void add(const GmshPeriodicSurfaces& pair, MeshSlice& slice) const;

 private:
  void add_listed(const GmshPeriodicSurfaces& pair, MeshSlice& slice) const;
  void add_moved(const GmshPeriodicSurfaces& pair, MeshSlice& slice) const;
  [[nodiscard]] std::int64_t node_of(const GmshPeriodicSurfaces& pair, long long label) const;
  [[nodiscard]] std::vector<QuadPoints> quads_of(const GmshPeriodicSurfaces& pair,
                                                 int surface) const;

  const GmshFile& share_;
  const NodeDirectory& nodes_;
  const QuadsOfSurfaces& quads_;
  const comm::Communicator& communicator_;
};

}  // namespace lobatto::mesh
