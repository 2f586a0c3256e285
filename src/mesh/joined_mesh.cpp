#include "mesh/mesh_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "mesh/curves/tensor_values.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"
#include "mesh/slices/shared_classes.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::mesh {
namespace {

constexpr double part_of_line = 0.05;

/// Of the geometry, which stays the same.
void raise_order(RawMesh& mesh, int order) {
  const auto to =
      poly::interpolation_matrix(poly::gauss_lobatto_legendre(mesh.geometry_order + 1).nodes,
                                 poly::gauss_lobatto_legendre(order + 1).nodes);
  const auto n = static_cast<std::size_t>(mesh.geometry_order) + 1, size = n * n * n;
  std::vector<double> raised;
  for (std::size_t i = 0; i < mesh.coordinates.size(); i += size) {
    const auto values = tensor_values(to, to, to, mesh.coordinates.data() + i);
    raised.insert(raised.end(), values.begin(), values.end());
  }
  mesh.coordinates = std::move(raised);
  mesh.geometry_order = order;
}

std::string stem_of(const RawMesh& mesh) { return std::filesystem::path(mesh.file).stem(); }

/// Names of volumes that say of which file they are.
void name_volumes(std::vector<RawMesh>& parts) {
  std::multiset<std::string> names;
  for (const RawMesh& part : parts)
    names.insert(part.volume_names.begin(), part.volume_names.end());
  for (RawMesh& part : parts) {
    const bool is_only = part.volume_names.size() == 1;
    for (std::string& name : part.volume_names)
      if (names.count(name) > 1)
        name = is_only ? stem_of(part) : fmt::format("{}-{}", stem_of(part), name);
    part.volumes.resize(part.corners.size(), -1);
    if (std::ranges::find(part.volumes, -1) == part.volumes.end()) continue;
    std::ranges::replace(part.volumes, -1, static_cast<int>(part.volume_names.size()));
    part.volume_names.push_back(stem_of(part));
  }
}

int volume_of_name(RawMesh& mesh, const std::string& name) {
  const auto found = std::ranges::find(mesh.volume_names, name);
  const auto index = static_cast<int>(found - mesh.volume_names.begin());
  if (found == mesh.volume_names.end()) mesh.volume_names.push_back(name);
  return index;
}

class Joiner {
 public:
  explicit Joiner(std::vector<RawMesh> parts) : parts_(std::move(parts)) {
    for (const RawMesh& part : parts_) {
      if (part.dimension != parts_.front().dimension)
        throw base::Error(fmt::format("{}: is {}, and {} is {}; expected files of one kind",
                                      part.file, kind_of(part), parts_.front().file,
                                      kind_of(parts_.front())));
      mesh_.geometry_order = std::max(mesh_.geometry_order, part.geometry_order);
      mesh_.names_are_conditions |= part.names_are_conditions;
    }
    mesh_.dimension = parts_.front().dimension;
  }

  RawMesh join() {
    name_volumes(parts_);
    for (RawMesh& part : parts_) {
      if (part.geometry_order < mesh_.geometry_order) raise_order(part, mesh_.geometry_order);
      add(part);
    }
    join_points();
    drop_unused_points();
    settle_faces();
    return std::move(mesh_);
  }

 private:
  static const char* kind_of(const RawMesh& part) {
    return part.dimension == 2 ? "plane" : "a mesh of volumes";
  }

  void add(const RawMesh& part) {
    const auto file = static_cast<int>(first_point_.size());
    const auto first = static_cast<std::int64_t>(mesh_.points.size());
    first_point_.push_back(first);
    mesh_.file += (file == 0 ? "" : ", ") + part.file;
    const auto append = [](auto& to, const auto& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    append(mesh_.points, part.points);
    append(mesh_.coordinates, part.coordinates);
    append(mesh_.labels, part.labels);
    for (auto corners : part.corners) {
      for (auto& corner : corners) corner += first;
      mesh_.corners.push_back(corners);
    }
    file_of_element_.resize(mesh_.corners.size(), file);
    std::vector<int> volumes;
    for (const std::string& name : part.volume_names)
      volumes.push_back(volume_of_name(mesh_, name));
    for (const int volume : part.volumes)
      mesh_.volumes.push_back(volumes[static_cast<std::size_t>(volume)]);
    if (part.solid_volume >= 0)
      mesh_.solid_volume = volumes[static_cast<std::size_t>(part.solid_volume)];
    for (BoundaryQuad quad : part.quads) {
      for (auto& point : quad.points) point += first;
      quad.boundary =
          boundary_of_name(mesh_, part.boundary_names[static_cast<std::size_t>(quad.boundary)]);
      mesh_.quads.push_back(quad);
      is_condition_.push_back(part.names_are_conditions);
    }
    for (const PeriodicMap& map : part.periodic) {
      PeriodicMap& moved = mesh_.periodic.emplace_back(PeriodicMap{map.name, {}});
      for (const auto& [slave, master] : map.master_of)
        moved.master_of[slave + first] = master + first;
    }
  }

  [[nodiscard]] std::vector<double> tolerances() const {
    std::vector<double> shortest(mesh_.points.size(), std::numeric_limits<double>::infinity());
    for (const auto& corners : mesh_.corners) {
      for (int line = 0; line < n_hex_lines; ++line) {
        const auto [v, w] = line_vertices(line);
        const std::int64_t p = corners[v], q = corners[w];
        const double length = distance(mesh_.points[p], mesh_.points[q]);
        shortest[p] = std::min(shortest[p], length);
        shortest[q] = std::min(shortest[q], length);
      }
    }
    for (double& length : shortest) length *= part_of_line;
    return shortest;
  }

  [[nodiscard]] int file_of_point(std::int64_t point) const {
    return static_cast<int>(std::ranges::upper_bound(first_point_, point) - first_point_.begin()) -
           1;
  }

  /// Points of one file stay different: only what another file has at the same place is joined.
  void join_points() {
    const auto classes = shared_points(mesh_.points, tolerances(), comm::Communicator::alone());
    std::vector<std::vector<std::int64_t>> members(mesh_.points.size());
    for (std::size_t p = 0; p < classes.size(); ++p)
      members[classes[p]].push_back(static_cast<std::int64_t>(p));
    same_.resize(mesh_.points.size());
    std::iota(same_.begin(), same_.end(), std::int64_t{0});
    for (const auto& points : members) {
      if (points.empty() || file_of_point(points.front()) == file_of_point(points.back())) continue;
      for (std::size_t i = 1; i < points.size(); ++i) {
        if (file_of_point(points[i]) == file_of_point(points[i - 1])) refuse_two_of(points[i]);
        same_[points[i]] = points.front();
      }
    }
    move_corners();
    renumber();
  }

  /// Points are what they are the same as.
  void renumber() {
    const auto take_same = [&](auto& points) {
      for (std::int64_t& point : points) point = same_[point];
    };
    for (auto& corners : mesh_.corners) take_same(corners);
    for (BoundaryQuad& quad : mesh_.quads) take_same(quad.points);
    for (PeriodicMap& map : mesh_.periodic) {
      const auto pairs = std::exchange(map.master_of, {});
      for (const auto& [slave, master] : pairs) map.master_of[same_[slave]] = same_[master];
    }
  }

  [[noreturn]] void refuse_two_of(std::int64_t point) const {
    throw base::Error(fmt::format(
        "{}: two of its points lie at {}, where another file has one, closer than {} % of the "
        "lines there; files are joined where each has one point",
        parts_[static_cast<std::size_t>(file_of_point(point))].file,
        position_text(mesh_, &point, 1), 100 * part_of_line));
  }

  /// To where the first file has them.
  void move_corners() {
    const auto nodes = poly::gauss_lobatto_legendre(mesh_.geometry_order + 1).nodes;
    for (std::size_t e = 0; e < mesh_.corners.size(); ++e) {
      for (int v = 0; v < n_hex_vertices; ++v) {
        const std::int64_t point = mesh_.corners[e][v];
        const Point &from = mesh_.points[point], &to = mesh_.points[same_[point]];
        if (from != to)
          move_corner(mesh_, e, v, {to[0] - from[0], to[1] - from[1], to[2] - from[2]}, nodes);
      }
    }
  }

  /// After join_points().
  void drop_unused_points() {
    std::vector<std::int64_t> place(mesh_.points.size(), -1);
    std::size_t n = 0;
    for (std::size_t p = 0; p < place.size(); ++p) {
      if (same_[p] != static_cast<std::int64_t>(p)) continue;
      place[p] = static_cast<std::int64_t>(n);
      mesh_.points[n++] = mesh_.points[p];
    }
    mesh_.points.resize(n);
    same_ = std::move(place);
    renumber();
  }

  /// Surfaces between files vanish, and those within a file whose names are no conditions.
  void settle_faces() {
    const FaceSides faces(mesh_);
    const auto file_of = [&](std::int64_t side) { return file_of_element_[side / n_hex_faces]; };
    std::vector<bool> touches(parts_.size(), false);
    for (std::int64_t face = 0; face < faces.size(); ++face) {
      const auto& sides = faces.sides(face);
      if (sides[1] < 0 || file_of(sides[0]) == file_of(sides[1])) continue;
      touches[static_cast<std::size_t>(file_of(sides[0]))] = true;
      touches[static_cast<std::size_t>(file_of(sides[1]))] = true;
    }
    const auto alone = std::ranges::find(touches, false);
    if (alone != touches.end()) refuse_alone(static_cast<std::size_t>(alone - touches.begin()));
    std::vector<BoundaryQuad> kept;
    for (std::size_t i = 0; i < mesh_.quads.size(); ++i) {
      const std::int64_t face = faces.find(mesh_.quads[i].points);
      const bool is_inner = face >= 0 && faces.sides(face)[1] >= 0;
      const bool is_between =
          is_inner && file_of(faces.sides(face)[0]) != file_of(faces.sides(face)[1]);
      const bool is_no_fault = mesh_.names_are_conditions && !is_condition_[i];
      if (!is_between && !(is_inner && is_no_fault)) kept.push_back(mesh_.quads[i]);
    }
    mesh_.quads = std::move(kept);
  }

  [[noreturn]] void refuse_alone(std::size_t file) const {
    std::array<Point, 2> box{};
    box[0].fill(std::numeric_limits<double>::infinity());
    box[1].fill(-std::numeric_limits<double>::infinity());
    for (const Point& x : parts_[file].points) {
      for (std::size_t c = 0; c < 3; ++c) {
        box[0][c] = std::min(box[0][c], x[c]);
        box[1][c] = std::max(box[1][c], x[c]);
      }
    }
    throw base::Error(fmt::format(
        "{}: has no face in common with another file of the mesh ({}); it lies between ({:.6g}, "
        "{:.6g}, {:.6g}) and ({:.6g}, {:.6g}, {:.6g}); expected nodes at the same places, to {} % "
        "of the lines there, in files of one unit of length",
        parts_[file].file, mesh_.file, box[0][0], box[0][1], box[0][2], box[1][0], box[1][1],
        box[1][2], 100 * part_of_line));
  }

  std::vector<RawMesh> parts_;
  RawMesh mesh_;
  std::vector<std::int64_t> first_point_;  ///< [files]
  std::vector<int> file_of_element_;
  std::vector<bool> is_condition_;  ///< [quads]
  std::vector<std::int64_t> same_;  ///< [points]
};

}  // namespace

RawMesh join_meshes(std::vector<RawMesh> parts) { return Joiner(std::move(parts)).join(); }

}  // namespace lobatto::mesh
