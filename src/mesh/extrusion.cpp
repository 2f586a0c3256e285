#include "mesh/mesh_changes.hpp"

#include <cstddef>
#include <utility>

#include "base/error.hpp"

namespace lobatto::mesh {
namespace {

class Extruder {
 public:
  Extruder(const RawMesh& slab, const Extrusion& extrusion)
      : slab_(slab), extrusion_(extrusion), place_(slab.points.size()) {
    for (const auto& corners : slab.corners) {
      for (int v = 0; v < 4; ++v) {
        const std::int64_t lower = corners[v], upper = corners[v + 4];
        if (place_[upper].is_upper) continue;
        place_[upper] = {n_plane_, true};
        place_[lower] = {n_plane_++, false};
        plane_.push_back(slab.points[lower]);
      }
    }
  }

  RawMesh extrude() {
    mesh_.file = slab_.file;
    mesh_.geometry_order = slab_.geometry_order;
    mesh_.volume_names = slab_.volume_names;
    mesh_.solid_volume = slab_.solid_volume;
    mesh_.names_are_conditions = slab_.names_are_conditions;
    mesh_.boundary_names = slab_.boundary_names;
    for (const double z : extrusion_.ticks)
      for (const auto& x : plane_) mesh_.points.push_back({x[0], x[1], z});
    for (int layer = 0; layer < n_layers(); ++layer) add_layer(layer);
    for (const PeriodicMap& map : slab_.periodic) add_periodic(map);
    extrusion_.periodic ? join_ends() : name_ends();
    return std::move(mesh_);
  }

 private:
  /// A point of the slab: its number in the plane, and the end that it is on.
  struct Place {
    std::int64_t number = 0;
    bool is_upper = false;
  };

  [[nodiscard]] int n_layers() const { return static_cast<int>(extrusion_.ticks.size()) - 1; }

  [[nodiscard]] std::int64_t point_in(int layer, std::int64_t point) const {
    const Place& place = place_[point];
    return place.number + (layer + (place.is_upper ? 1 : 0)) * n_plane_;
  }

  template <std::size_t K>
  [[nodiscard]] std::array<std::int64_t, K> points_in(int layer,
                                                      std::array<std::int64_t, K> points) const {
    for (std::int64_t& point : points) point = point_in(layer, point);
    return points;
  }

  void add_layer(int layer) {
    for (const auto& corners : slab_.corners) mesh_.corners.push_back(points_in(layer, corners));
    mesh_.labels.insert(mesh_.labels.end(), slab_.labels.begin(), slab_.labels.end());
    mesh_.volumes.insert(mesh_.volumes.end(), slab_.volumes.begin(), slab_.volumes.end());
    for (const BoundaryQuad& quad : slab_.quads)
      mesh_.quads.push_back({points_in(layer, quad.points), quad.boundary, quad.label});
    add_coordinates(layer);
  }

  void add_coordinates(int layer) {
    const double lower = extrusion_.ticks[layer];
    const double height = extrusion_.ticks[layer + 1] - lower;
    const auto n = static_cast<std::size_t>(slab_.geometry_order) + 1, size = n * n * n;
    const std::size_t first = mesh_.coordinates.size();
    mesh_.coordinates.insert(mesh_.coordinates.end(), slab_.coordinates.begin(),
                             slab_.coordinates.end());
    for (std::size_t e = 0; e < slab_.corners.size(); ++e) {
      double* z = mesh_.coordinates.data() + first + (3 * e + 2) * size;
      for (std::size_t i = 0; i < size; ++i) z[i] = lower + height * z[i];
    }
  }

  void add_periodic(const PeriodicMap& map) {
    PeriodicMap& raised = mesh_.periodic.emplace_back(PeriodicMap{map.name, {}});
    for (const auto& [slave, master] : map.master_of) {
      if (place_[slave].is_upper) continue;
      for (int level = 0; level <= n_layers(); ++level)
        raised.master_of[point_in(level, slave)] = point_in(level, master);
    }
  }

  void join_ends() {
    PeriodicMap& map = mesh_.periodic.emplace_back(PeriodicMap{"ends of the extrusion", {}});
    for (std::int64_t p = 0; p < n_plane_; ++p) map.master_of[p + n_layers() * n_plane_] = p;
  }

  void name_ends() {
    const int lower = boundary_of_name(mesh_, extrusion_.lower);
    const int upper = boundary_of_name(mesh_, extrusion_.upper);
    for (std::size_t e = 0; e < slab_.corners.size(); ++e) {
      const auto& corners = slab_.corners[e];
      const std::array<std::int64_t, 4> end{corners[0], corners[1], corners[3], corners[2]};
      mesh_.quads.push_back({points_in(0, end), lower, slab_.labels[e]});
      mesh_.quads.push_back({points_in(n_layers(), end), upper, slab_.labels[e]});
    }
  }

  const RawMesh& slab_;
  const Extrusion& extrusion_;
  std::vector<Place> place_;                  ///< [points of the slab]
  std::vector<std::array<double, 3>> plane_;  ///< [points of the plane]
  std::int64_t n_plane_ = 0;
  RawMesh mesh_;
};

}  // namespace

void extrude(RawMesh& mesh, const Extrusion& extrusion) {
  if (mesh.dimension != 2)
    throw base::Error(
        mesh.file +
        ": mesh.extrude is for plane meshes, as mesh.plane is, and this one has volume; "
        "leave the key out");
  mesh = Extruder(mesh, extrusion).extrude();
}

void refuse_plane(const std::string& file) {
  throw base::Error(file +
                    ": the mesh is plane, expected hexahedra; in a case, mesh.extrude = { range = "
                    "[0, 1], elements = 4, periodic = true } makes layers of them");
}

}  // namespace lobatto::mesh
