#include "mesh/formats/gmsh_periodic.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"

namespace lobatto::mesh {
namespace {

/// As messages name the pair.
std::string name_of(const GmshPeriodicSurfaces& pair, int dimension) {
  return (dimension == 2 ? "curves " : "surfaces ") + std::to_string(pair.slave) + " and " +
         std::to_string(pair.master);
}

/// The way from the master to the slave. Throws base::Error where the file gives none.
Placement motion_of(const std::string& file, const GmshPeriodicSurfaces& pair) {
  if (pair.affine.size() != 16)
    throw base::Error(file + ": periodic " + name_of(pair, 3) +
                      " list no nodes and no transform; expected one of them");
  Placement motion;
  for (std::size_t row = 0; row < 3; ++row) {
    std::copy_n(pair.affine.begin() + 4 * row, 3, motion.matrix[row].begin());
    motion.shift[row] = pair.affine[4 * row + 3];
  }
  return motion;
}

}  // namespace

void GmshPeriodic::add(const GmshPeriodicSurfaces& pair, MeshSlice& slice) const {
  if (pair.n_nodes > 0)
    add_listed(pair, slice);
  else if (slice.raw.dimension == 3)
    add_moved(pair, slice);
}

std::int64_t GmshPeriodic::node_of(const GmshPeriodicSurfaces& pair, long long label) const {
  const std::int64_t node = share_.find(label);
  if (node < 0) share_.refuse_missing(label, name_of(pair, share_.dimension));
  return node;
}

/// A pair that lists its nodes counts where both are corners of elements.
void GmshPeriodic::add_listed(const GmshPeriodicSurfaces& pair, MeshSlice& slice) const {
  const int dimension = slice.raw.dimension;
  const auto map = static_cast<std::int64_t>(slice.map_names.size());
  slice.map_names.push_back(name_of(pair, dimension));
  std::vector<PeriodicImage> images;
  comm::on_all(communicator_, [&] {
    for (std::size_t i = 0; i < pair.nodes.size(); ++i) {
      const auto& [slave, master] = pair.nodes[i];
      const auto& from = share_.nodes[node_of(pair, slave)];
      const auto& to = share_.nodes[node_of(pair, master)];
      // Of a point that is listed several times the last one counts.
      const auto order = -static_cast<std::int64_t>(pair.first_node + i);
      images.push_back({map, order, slave, master, from, to});
    }
  });
  std::vector<std::int64_t> labels;
  for (const auto& image : images) labels.insert(labels.end(), {image.slave, image.master});
  const auto are_corners = nodes_.are_corners(labels);
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (are_corners[2 * i] == 0 || are_corners[2 * i + 1] == 0) continue;
    for (int level = 0; level < (dimension == 2 ? 2 : 1); ++level) {
      PeriodicImage& image = slice.images.emplace_back(images[i]);
      image.slave = gmsh_point_id(image.slave, level, dimension);
      image.master = gmsh_point_id(image.master, level, dimension);
    }
  }
}

void GmshPeriodic::add_moved(const GmshPeriodicSurfaces& pair, MeshSlice& slice) const {
  const auto motion = motion_of(share_.name, pair);
  const auto slave = quads_of(pair, pair.slave), master = quads_of(pair, pair.master);
  add_map_by_motion(slice, slave, master, motion, name_of(pair, 3), communicator_);
}

std::vector<QuadPoints> GmshPeriodic::quads_of(const GmshPeriodicSurfaces& pair,
                                               int surface) const {
  const auto found = quads_.find(surface);
  const bool is_here = found != quads_.end();
  if (communicator_.sum(is_here ? 1LL : 0LL) == 0)
    throw base::Error(share_.name + ": periodic " + name_of(pair, 3) +
                      " list no nodes, and surface " + std::to_string(surface) +
                      " has no quadrilaterals in the file; put it into a physical group or save "
                      "all elements (Mesh.SaveAll = 1)");
  return is_here ? found->second : std::vector<QuadPoints>{};
}

}  // namespace lobatto::mesh
