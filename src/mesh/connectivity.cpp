#include "mesh/connectivity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/vector3.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "comm/exchange/record_exchange.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/slices/face_directory.hpp"
#include "mesh/slices/image_directory.hpp"
#include "mesh/slices/periodic_faces.hpp"
#include "mesh/slices/slice_numbering.hpp"

namespace lobatto::mesh {
namespace {

/// Throws base::Error where an element uses a point for two of its corners.
void check_corners(const RawMesh& raw) {
  for (std::size_t e = 0; e < raw.corners.size(); ++e) {
    auto sorted = raw.corners[e];
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
      throw base::Error(raw.file + ": element " + std::to_string(raw.labels[e]) + " at " +
                        position_text(raw, raw.corners[e].data(), 8) +
                        " uses a point for two of its corners; expected eight different points");
    }
  }
}

std::string text_of_quad(const RawMesh& raw, const BoundaryQuad& quad,
                         const FaceDirectory::Answer& answer) {
  std::string what = "is no face of an element";
  if (answer.fault == QuadFault::inside)
    what = "lies between two elements; a condition must lie on the outside of the mesh";
  if (answer.fault == QuadFault::named_twice)
    what = "is named '" + raw.boundary_names[answer.other_boundary] +
           "' as well, and the case has conditions for both; expected a condition for one of them, "
           "or sides with one name";
  return raw.file + ": the quadrilateral " + std::to_string(quad.label) + " of '" +
         raw.boundary_names[quad.boundary] + "' at " + position_text(raw, quad.points.data(), 4) +
         " " + what;
}

/// The first of so many sides that are neither named nor periodic, 6 element + face.
std::string text_of_unmatched(const RawMesh& raw, std::int64_t side, long long n_unmatched) {
  const auto corners = points_of_side(raw, side);
  return raw.file + ": " + std::to_string(n_unmatched) +
         (n_unmatched == 1 ? " face belongs" : " faces belong") +
         " to one element only and neither to a named boundary nor to a periodic pair, the first "
         "at " +
         position_text(raw, corners.data(), 4) + " of element " +
         std::to_string(raw.labels[side / n_hex_faces]) +
         "; if it is on the outside, name it, in the file or by [[mesh.unnamed]] of a case; if "
         "not, the "
         "elements there do not share their points";
}

/// The sides across the faces of this rank, through periodic boundaries too; -1: there is none.
/// [6 local elements]
std::vector<std::int64_t> sides_across(const MeshSlice& slice, const FaceDirectory& faces,
                                       std::span<const PeriodicFacePair> pairs,
                                       const comm::Communicator& communicator) {
  std::vector<std::int64_t> across;
  across.reserve(faces.n_sides());
  for (std::size_t i = 0; i < faces.n_sides(); ++i) across.push_back(faces.across(i));
  struct Partner {
    std::int64_t of = 0, side = 0;
  };
  std::vector<Partner> partners;
  for (const PeriodicFacePair& pair : pairs) {
    partners.push_back({pair.slave, pair.master});
    partners.push_back({pair.master, pair.slave});
  }
  const std::int64_t first_side = slice.first_element[communicator.rank()] * n_hex_faces;
  const auto received = comm::send_records(
      std::span<const Partner>(partners),
      [&](const Partner& one) { return slice.rank_of_element(one.of / n_hex_faces); },
      communicator);
  for (const auto& [side, partner] : received) across[side - first_side] = partner;
  return across;
}

/// Whether a rotation and a second motion of periodic sides commute.
bool goes_with(const Rotation& rotation, const PeriodicMotion& motion) {
  if (motion.rotation) return is_same_turn(rotation, *motion.rotation);
  const auto& way = motion.placement.shift;
  return base::norm(base::cross(rotation.axis, way)) < 1e-3 * base::norm(way);
}

/// The rotation among the motions of periodic sides, if any. Throws base::Error on every rank for
/// a second one, and for a translation that does not go along its axis. Collective.
std::optional<Rotation> rotation_of(const MeshSlice& slice, std::span<const PeriodicFacePair> pairs,
                                    const std::vector<PeriodicMotion>& motions,
                                    const comm::Communicator& communicator) {
  std::vector<double> n_faces(slice.map_names.size(), 0.0);
  for (const PeriodicFacePair& pair : pairs) n_faces[pair.map] += 1.0;
  communicator.sum(n_faces);
  std::optional<std::size_t> turned;
  for (std::size_t map = 0; map < n_faces.size() && !turned; ++map)
    if (n_faces[map] > 0 && motions[map].rotation) turned = map;
  if (!turned) return std::nullopt;
  const Rotation rotation = *motions[*turned].rotation;
  for (std::size_t map = 0; map < n_faces.size(); ++map)
    if (n_faces[map] > 0 && !goes_with(rotation, motions[map]))
      throw base::Error(fmt::format(
          "{}: periodic {} are a {}; expected the same rotation as that of {} by {}, or a "
          "translation along its axis",
          slice.raw.file, slice.map_names[map],
          motions[map].rotation ? "rotation by " + text_of(*motions[map].rotation) : "translation",
          slice.map_names[*turned], text_of(rotation)));
  return rotation;
}

/// The boundaries that have so many sides on all ranks. [boundaries]
std::vector<IgnoredSides> ignored_sides(const RawMesh& raw, std::vector<double> n_sides,
                                        const comm::Communicator& communicator) {
  communicator.sum(n_sides);
  std::vector<IgnoredSides> ignored;
  for (std::size_t i = 0; i < n_sides.size(); ++i)
    if (n_sides[i] > 0) ignored.push_back({raw.boundary_names[i], std::llround(n_sides[i])});
  return ignored;
}

std::vector<FaceDirectory::Quad> quads_of(const MeshSlice& slice) {
  const RawMesh& raw = slice.raw;
  std::vector<FaceDirectory::Quad> quads;
  for (std::size_t i = 0; i < raw.quads.size(); ++i) {
    const BoundaryQuad& quad = raw.quads[i];
    const auto used = std::ranges::find(raw.used_boundaries, raw.boundary_names[quad.boundary]);
    quads.push_back({ascending(slice.ids_of(quad.points)), quad.boundary, slice.quad_orders[i],
                     used == raw.used_boundaries.end() ? 0 : 1});
  }
  return quads;
}

/// Tells `part` what is named in vain.
void name_sides(const MeshSlice& slice, FaceDirectory& faces,
                const comm::Communicator& communicator, HexMesh& part) {
  const RawMesh& raw = slice.raw;
  const auto quads = quads_of(slice);
  const auto answers = faces.name_faces(quads);
  comm::AgreedFault fault;
  std::vector<double> n_inner(raw.boundary_names.size(), 0.0), n_second = n_inner;
  for (std::size_t i = 0; i < quads.size(); ++i) {
    if (answers[i].fault == QuadFault::inside && !raw.names_are_conditions)
      n_inner[static_cast<std::size_t>(quads[i].boundary)] += 1;
    else if (answers[i].fault == QuadFault::second_name)
      n_second[static_cast<std::size_t>(answers[i].other_boundary)] += 1;
    else if (answers[i].fault != QuadFault::none)
      fault.report(quads[i].order, text_of_quad(raw, raw.quads[i], answers[i]));
  }
  fault.agree(communicator);
  part.inner_sides = ignored_sides(raw, std::move(n_inner), communicator);
  part.second_names = ignored_sides(raw, std::move(n_second), communicator);
}

/// The sides that nothing lies across, and the boundaries that they are on.
class SliceOuterSides {
 public:
  SliceOuterSides(const MeshSlice& slice, const FaceDirectory& faces,
                  std::span<const std::int64_t> across, const comm::Communicator& communicator)
      : slice_(slice), communicator_(communicator) {
    std::vector<Key<4>> keys;
    for (std::size_t side = 0; side < across.size(); ++side) {
      if (across[side] >= 0) continue;
      sides_.push_back(static_cast<std::int64_t>(side));
      keys.push_back(ascending(slice.ids_of(points_of_side(slice.raw, sides_.back()))));
    }
    boundaries_ = faces.boundaries_of(keys);
  }

  void refuse_unnamed() const {
    const long long n_unnamed = communicator_.sum(
        static_cast<long long>(std::count(boundaries_.begin(), boundaries_.end(), -1)));
    comm::AgreedFault fault;
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      if (boundaries_[i] >= 0) continue;
      fault.report(communicator_.rank(), text_of_unmatched(slice_.raw, sides_[i], n_unnamed));
      break;
    }
    fault.agree(communicator_);
  }

  /// Boundaries without a side are left out.
  void write(HexMesh& part) const {
    std::vector<double> n_sides(slice_.raw.boundary_names.size(), 0.0);
    for (const std::int64_t boundary : boundaries_) n_sides[boundary] += 1.0;
    communicator_.sum(n_sides);
    std::vector<int> kept(n_sides.size(), -1);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (n_sides[i] == 0.0) continue;
      kept[i] = static_cast<int>(part.boundary_names.size());
      part.boundary_names.push_back(slice_.raw.boundary_names[i]);
    }
    for (std::size_t i = 0; i < sides_.size(); ++i)
      part.sides.push_back({static_cast<int>(sides_[i] / n_hex_faces),
                            static_cast<int>(sides_[i] % n_hex_faces), kept[boundaries_[i]]});
  }

 private:
  const MeshSlice& slice_;
  const comm::Communicator& communicator_;
  std::vector<std::int64_t> sides_;       ///< local ones, ascending
  std::vector<std::int64_t> boundaries_;  ///< [sides]
};

void number_elements(const MeshSlice& slice, int rank, HexMesh& part) {
  part.n_elements = slice.n_elements();
  part.geometry_order = slice.raw.geometry_order;
  part.element_numbers.resize(slice.raw.corners.size());
  std::iota(part.element_numbers.begin(), part.element_numbers.end(), slice.first_element[rank]);
}

std::vector<std::array<std::int64_t, 6>> elements_across(std::span<const std::int64_t> sides) {
  std::vector<std::array<std::int64_t, 6>> elements(sides.size() / n_hex_faces);
  for (std::size_t i = 0; i < sides.size(); ++i)
    elements[i / n_hex_faces][i % n_hex_faces] = sides[i] < 0 ? -1 : sides[i] / n_hex_faces;
  return elements;
}

}  // namespace

ConnectedSlice connect_slice(MeshSlice slice, const comm::Communicator& communicator) {
  RawMesh& raw = slice.raw;
  if (slice.n_elements() == 0) throw base::Error(raw.file + ": the mesh has no hexahedra");
  comm::on_all(communicator, [&] { check_corners(raw); });
  comm::on_all(communicator, [&] { make_right_handed(raw); });
  FaceDirectory faces(slice, communicator);
  ConnectedSlice result;
  HexMesh& part = result.part;
  number_elements(slice, communicator.rank(), part);
  const ImageDirectory images(slice, communicator);
  const auto pairs = pair_periodic_faces(slice, faces, images, communicator);
  if (raw.geometry_order > 1) {
    number_slice(slice, faces, {}, PeriodicClasses(slice, {}, communicator), communicator, part);
    check_shared_geometry(slice, part, communicator);
    check_periodic_geometry(slice, pairs, communicator);
  }
  part.rotation = rotation_of(slice, pairs, images.motions(), communicator);
  const PeriodicClasses classes(slice, pairs, communicator);
  name_sides(slice, faces, communicator, part);
  const auto across = sides_across(slice, faces, pairs, communicator);
  const SliceOuterSides outer(slice, faces, across, communicator);
  outer.refuse_unnamed();
  outer.write(part);
  number_slice(slice, faces, pairs, classes, communicator, part);
  result.neighbours = elements_across(across);
  result.first_element = std::move(slice.first_element);
  part.coordinates = std::move(raw.coordinates);
  part.volume_names = std::move(raw.volume_names);
  part.volumes = std::move(raw.volumes);
  part.solid_volume = raw.solid_volume;
  return result;
}

HexMesh connect(RawMesh raw) {
  return connect_slice(as_slice(std::move(raw)), comm::Communicator::alone()).part;
}

}  // namespace lobatto::mesh
