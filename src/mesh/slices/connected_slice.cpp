#include "mesh/slices/connected_slice.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "comm/agreed_fault.hpp"
#include "comm/record_exchange.hpp"
#include "mesh/connectivity_faults.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/slices/face_directory.hpp"
#include "mesh/slices/slice_numbering.hpp"
#include "mesh/slices/sliced_geometry.hpp"
#include "mesh/slices/sliced_pairs.hpp"

namespace lobatto::mesh {
namespace {

/// The sides across the faces of this rank, through periodic boundaries too; -1: there is none.
/// [6 local elements]
std::vector<std::int64_t> sides_across(const MeshSlice& slice, const FaceDirectory& faces,
                                       std::span<const SlicedPair> pairs,
                                       const comm::Communicator& communicator) {
  std::vector<std::int64_t> across;
  across.reserve(faces.matches().size());
  for (const auto& match : faces.matches()) across.push_back(match.other);
  struct Partner {
    std::int64_t of = 0, side = 0;
  };
  std::vector<Partner> partners;
  for (const SlicedPair& pair : pairs) {
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

void name_sides(const MeshSlice& slice, FaceDirectory& faces,
                const comm::Communicator& communicator) {
  std::vector<FaceDirectory::Quad> quads;
  for (std::size_t i = 0; i < slice.raw.quads.size(); ++i) {
    const BoundaryQuad& quad = slice.raw.quads[i];
    quads.push_back({ascending(slice.ids_of(quad.points)), quad.boundary, slice.quad_orders[i]});
  }
  const auto answers = faces.name_faces(quads, slice.first_solid);
  comm::AgreedFault fault;
  for (std::size_t i = 0; i < quads.size(); ++i) {
    if (answers[i].is_refused != 0)
      fault.report(quads[i].order, text_of_quad(slice.raw, slice.raw.quads[i],
                                                static_cast<QuadFault>(answers[i].fault),
                                                answers[i].other_boundary));
  }
  fault.agree(communicator);
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
  if (slice.n_elements() == 0) throw base::Error(text_without_elements(raw));
  comm::together(communicator, [&] { check_corners(raw); });
  comm::together(communicator, [&] { make_right_handed(raw); });
  FaceDirectory faces(slice, communicator);
  ConnectedSlice result;
  HexMesh& part = result.part;
  number_elements(slice, communicator.rank(), part);
  const auto pairs = pair_sliced_faces(slice, faces, communicator);
  if (raw.geometry_order > 1) {
    number_slice(slice, faces, {}, PeriodicClasses(slice, {}, communicator), communicator, part);
    check_sliced_geometry(slice, part, communicator);
    check_sliced_pairs(slice, pairs, communicator);
  }
  const PeriodicClasses classes(slice, pairs, communicator);
  name_sides(slice, faces, communicator);
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

}  // namespace lobatto::mesh
