#include "mesh/connectivity.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "mesh/connectivity_faults.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/periodic_faces.hpp"
#include "mesh/shared_geometry.hpp"
#include "mesh/signed_classes.hpp"

namespace lobatto::mesh {
namespace {

/// Numbers what is shared, pair of periodic faces after pair.
class Numbering {
 public:
  Numbering(const RawMesh& raw, const FaceSides& faces)
      : raw_(raw),
        faces_(faces),
        lines_(line_tuples(raw)),
        point_classes_(static_cast<std::int64_t>(raw.points.size())),
        line_classes_(lines_.size()),
        counterparts_(static_cast<std::size_t>(faces.size())) {}

  void identify(const PeriodicFacePair& pair) {
    const FaceCorners slave = faces_.corners(pair.slave);
    for (int i = 0; i < 4; ++i) point_classes_.join(slave[i], pair.images[i], false);
    for (const auto& [i, j] : face_line_ends) {
      const std::int64_t line = lines_.find({slave[i], slave[j]});
      const std::int64_t image = lines_.find({pair.images[i], pair.images[j]});
      const bool reversed = (slave[i] > slave[j]) != (pair.images[i] > pair.images[j]);
      if (!line_classes_.join(line, image, reversed)) {
        throw base::Error(text_of_twisted_line(raw_, {slave[i], slave[j]}));
      }
    }
    counterparts_[faces_.face_of(pair.slave)] = pair;
  }

  void write(HexMesh& mesh) {
    const auto points = point_classes_.number(mesh.n_vertices);
    const auto lines = line_classes_.number(mesh.n_lines);
    const auto faces = number_faces(mesh.n_faces);
    const auto n = static_cast<std::size_t>(raw_.n_elements());
    mesh.vertices.resize(n);
    mesh.lines.resize(n);
    mesh.faces.resize(n);
    for (std::int64_t e = 0; e < raw_.n_elements(); ++e) {
      for (int v = 0; v < n_hex_vertices; ++v) mesh.vertices[e][v] = points[raw_.corners[e][v]];
      for (int i = 0; i < n_hex_lines; ++i) mesh.lines[e][i] = oriented_line(e, i, lines);
      for (int i = 0; i < n_hex_faces; ++i) {
        mesh.faces[e][i] = oriented_face(e * n_hex_faces + i);
        mesh.faces[e][i].id = faces[faces_.face_of(e * n_hex_faces + i)];
      }
    }
  }

 private:
  OrientedLine oriented_line(std::int64_t e, int i, const std::vector<std::int64_t>& numbers) {
    const std::int64_t line = lines_.index_of(e * n_hex_lines + i);
    const auto ends = line_vertices(i);
    const bool descends = raw_.corners[e][ends[0]] > raw_.corners[e][ends[1]];
    return {numbers[line], descends != line_classes_.find(line).reversed};
  }

  /// Against the first side of its face, or of the face that it is the periodic slave of.
  OrientedFace oriented_face(std::int64_t side) const {
    const std::int64_t face = faces_.face_of(side);
    if (const auto& pair = counterparts_[face])
      return lie_against(pair->images, faces_.corners(pair->master));
    return lie_against(faces_.corners(side), faces_.corners(faces_.sides(face)[0]));
  }

  /// A slave has the number of its master. [faces]
  std::vector<std::int64_t> number_faces(std::int64_t& n_faces) const {
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(faces_.size()));
    n_faces = 0;
    for (std::size_t f = 0; f < numbers.size(); ++f) {
      if (!counterparts_[f]) numbers[f] = n_faces++;
    }
    for (std::size_t f = 0; f < numbers.size(); ++f) {
      if (counterparts_[f]) numbers[f] = numbers[faces_.face_of(counterparts_[f]->master)];
    }
    return numbers;
  }

  const RawMesh& raw_;
  const FaceSides& faces_;
  TupleTable<2> lines_;
  SignedClasses point_classes_, line_classes_;
  std::vector<std::optional<PeriodicFacePair>> counterparts_;  ///< [faces] of slaves
};

/// Whether one of the two sides of a face is in the volume that the file says is solid.
bool is_surface_of_solid(const RawMesh& raw, const std::array<std::int64_t, 2>& sides) {
  if (raw.solid_volume < 0) return false;
  const auto is_solid = [&](std::int64_t side) {
    return raw.volumes[side / n_hex_faces] == raw.solid_volume;
  };
  return is_solid(sides[0]) != is_solid(sides[1]);
}

/// The boundary of each face that a quad names; -1 for the others.
std::vector<int> boundary_of_faces(const RawMesh& raw, const FaceSides& faces) {
  std::vector<int> boundaries(static_cast<std::size_t>(faces.size()), -1);
  for (const BoundaryQuad& quad : raw.quads) {
    const std::int64_t face = faces.find(quad.points);
    if (face < 0) throw base::Error(text_of_quad(raw, quad, QuadFault::no_face));
    if (faces.sides(face)[1] >= 0) {
      if (is_surface_of_solid(raw, faces.sides(face))) continue;
      throw base::Error(text_of_quad(raw, quad, QuadFault::inside));
    }
    if (boundaries[face] >= 0 && boundaries[face] != quad.boundary)
      throw base::Error(text_of_quad(raw, quad, QuadFault::named_twice, boundaries[face]));
    boundaries[face] = quad.boundary;
  }
  return boundaries;
}

/// Which boundaries are left once the periodic ones are taken out, by their old index; -1: out.
std::vector<int> keep_names(const RawMesh& raw, const std::vector<int>& boundaries,
                            const std::vector<bool>& is_periodic, HexMesh& mesh) {
  std::vector<bool> is_used(raw.boundary_names.size(), false);
  for (std::size_t f = 0; f < boundaries.size(); ++f) {
    if (boundaries[f] >= 0 && !is_periodic[f]) is_used[boundaries[f]] = true;
  }
  std::vector<int> kept(raw.boundary_names.size(), -1);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!is_used[i]) continue;
    kept[i] = static_cast<int>(mesh.boundary_names.size());
    mesh.boundary_names.push_back(raw.boundary_names[i]);
  }
  return kept;
}

void write_sides(const RawMesh& raw, const FaceSides& faces, const std::vector<bool>& is_periodic,
                 HexMesh& mesh) {
  const std::vector<int> boundaries = boundary_of_faces(raw, faces);
  const std::vector<int> kept = keep_names(raw, boundaries, is_periodic, mesh);
  std::int64_t first_unmatched = -1;
  std::size_t n_unmatched = 0;
  for (std::int64_t side = 0; side < raw.n_elements() * n_hex_faces; ++side) {
    const std::int64_t face = faces.face_of(side);
    if (faces.sides(face)[1] >= 0 || is_periodic[face]) continue;
    if (boundaries[face] >= 0) {
      mesh.sides.push_back({static_cast<int>(side / n_hex_faces),
                            static_cast<int>(side % n_hex_faces), kept[boundaries[face]]});
    } else if (n_unmatched++ == 0) {
      first_unmatched = side;
    }
  }
  if (n_unmatched > 0)
    throw base::Error(text_of_unmatched(raw, first_unmatched, static_cast<long long>(n_unmatched)));
}

void number_elements(const RawMesh& raw, HexMesh& mesh) {
  mesh.n_elements = raw.n_elements();
  mesh.geometry_order = raw.geometry_order;
  mesh.element_numbers.resize(raw.corners.size());
  std::iota(mesh.element_numbers.begin(), mesh.element_numbers.end(), std::int64_t{0});
}

}  // namespace

HexMesh connect(RawMesh raw) {
  if (raw.corners.empty()) throw base::Error(text_without_elements(raw));
  check_corners(raw);
  make_right_handed(raw);
  const FaceSides faces(raw);
  Numbering numbering(raw, faces);
  HexMesh mesh;
  number_elements(raw, mesh);
  const auto pairs = pair_periodic_faces(raw, faces);
  if (raw.geometry_order > 1) {
    numbering.write(mesh);
    check_shared_geometry(raw, mesh);
    check_periodic_geometry(raw, faces, pairs);
  }
  std::vector<bool> is_periodic(static_cast<std::size_t>(faces.size()), false);
  for (const PeriodicFacePair& pair : pairs) {
    numbering.identify(pair);
    is_periodic[faces.face_of(pair.slave)] = is_periodic[faces.face_of(pair.master)] = true;
  }
  write_sides(raw, faces, is_periodic, mesh);
  numbering.write(mesh);
  mesh.coordinates = std::move(raw.coordinates);
  mesh.volume_names = std::move(raw.volume_names);
  mesh.volumes = std::move(raw.volumes);
  mesh.solid_volume = raw.solid_volume;
  return mesh;
}

}  // namespace lobatto::mesh
