#include "mesh/slices/face_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "comm/agreement/agreed_fault.hpp"
#include "comm/exchange/record_exchange.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/hex_topology.hpp"

namespace lobatto::mesh {
namespace {

std::vector<Key<4>> corners_of_sides(const MeshSlice& slice) {
  std::vector<Key<4>> corners(slice.raw.corners.size() * n_hex_faces);
  for (std::size_t i = 0; i < corners.size(); ++i)
    corners[i] = slice.ids_of(points_of_side(slice.raw, static_cast<std::int64_t>(i)));
  return corners;
}

}  // namespace

FaceDirectory::FaceDirectory(const MeshSlice& slice, const comm::Communicator& communicator)
    : communicator_(communicator),
      first_side_(slice.first_element[communicator.rank()] * n_hex_faces),
      n_sides_(slice.raw.corners.size() * n_hex_faces),
      own_(corners_of_sides(slice)) {
  std::vector<Notice> notices;
  faces_ = comm::ask_ranks<Face>(
      std::span<const Sides>(sides_of_faces(slice)),
      [&](const Sides& sides) { return rank_of(ascending(sides.corners)); },
      [&](std::span<const Sides> all) { return meet(all, notices); }, communicator);
  refuse(slice,
         comm::send_records(
             std::span<const Notice>(notices),
             [&](const Notice& notice) { return slice.rank_of_element(notice.side / n_hex_faces); },
             communicator));
}

/// [own_]
std::vector<FaceDirectory::Sides> FaceDirectory::sides_of_faces(const MeshSlice& slice) const {
  const RawMesh& raw = slice.raw;
  std::vector<Sides> faces(static_cast<std::size_t>(own_.size()));
  for (std::size_t i = 0; i < n_sides_; ++i) {
    Sides& face = faces[own_.index_of(static_cast<std::int64_t>(i))];
    const auto k = static_cast<std::size_t>(std::ranges::find(face.sides, -1) - face.sides.begin());
    if (k == face.sides.size()) continue;
    const std::size_t e = i / n_hex_faces;
    const auto corners = slice.ids_of(points_of_side(raw, static_cast<std::int64_t>(i)));
    if (k == 0) face.corners = corners;
    if (k == 1) face.is_twisted = have_same_diagonals(corners, face.corners) ? 0 : 1;
    face.sides[k] = first_side_ + static_cast<std::int64_t>(i);
    if (k < face.labels.size()) face.labels[k] = raw.labels[e];
    if (raw.solid_volume >= 0 && raw.volumes[e] == raw.solid_volume) face.are_solid |= 1 << k;
  }
  return faces;
}

/// Makes faces of the sides of all ranks, which come in ascending order. [all]
std::vector<FaceDirectory::Face> FaceDirectory::meet(std::span<const Sides> all,
                                                     std::vector<Notice>& notices) {
  std::vector<Key<4>> corners;
  corners.reserve(all.size());
  for (const Sides& sides : all) corners.push_back(sides.corners);
  keys_ = TupleTable<4>(std::move(corners));
  kept_.resize(static_cast<std::size_t>(keys_.size()));
  std::vector<Key<2>> labels(kept_.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto at = keys_.index_of(static_cast<std::int64_t>(i));
    Kept& kept = kept_[at];
    for (std::size_t k = 0; k < 3 && all[i].sides[k] >= 0; ++k) {
      const std::int64_t side = all[i].sides[k];
      const bool is_solid = (all[i].are_solid >> k & 1) != 0;
      if (kept.face.first < 0) {
        kept.face = {side, -1, all[i].corners};
        kept.is_surface_of_solid = is_solid;
        labels[at][0] = all[i].labels[k];
      } else if (kept.face.second < 0) {
        kept.face.second = side;
        kept.is_surface_of_solid ^= is_solid;
        labels[at][1] = all[i].labels[k];
        if (k == 1 ? all[i].is_twisted != 0
                   : !have_same_diagonals(all[i].corners, kept.face.corners))
          notices.push_back({side, SideFault::other_arrangement, labels[at]});
      } else {
        notices.push_back({side, SideFault::third_side, labels[at]});
      }
    }
  }
  std::vector<Face> faces;
  faces.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    faces.push_back(kept_[keys_.index_of(static_cast<std::int64_t>(i))].face);
  return faces;
}

void FaceDirectory::refuse(const MeshSlice& slice, std::span<const Notice> notices) const {
  const RawMesh& raw = slice.raw;
  const auto name = [](std::int64_t label) { return "element " + std::to_string(label); };
  comm::AgreedFault fault;
  for (const Notice& notice : notices) {
    const std::int64_t side = notice.side - first_side_;
    const auto at = position_text(raw, points_of_side(raw, side).data(), 4);
    const auto own = name(raw.labels[side / n_hex_faces]);
    const auto [first, second] = notice.labels;
    fault.report(
        notice.side,
        notice.fault == SideFault::third_side
            ? fmt::format("{}: the face at {} belongs to three elements or more: {}, {} and {}",
                          raw.file, at, name(first), name(second), own)
            : fmt::format("{}: at {} {} and {} share four points but not the lines between them",
                          raw.file, at, name(first), own));
  }
  fault.agree(communicator_);
}

int FaceDirectory::rank_of(const Key<4>& key) const {
  return rank_of_key(key, communicator_.size());
}

std::vector<FaceDirectory::Face> FaceDirectory::find(std::span<const Key<4>> keys) const {
  return comm::ask_each<Face>(
      keys, [&](const Key<4>& key) { return rank_of(key); },
      [&](const Key<4>& key) {
        const auto at = keys_.find(key);
        return at >= 0 ? kept_[at].face : Face{};
      },
      communicator_);
}

std::vector<FaceDirectory::Answer> FaceDirectory::name_faces(std::span<const Quad> quads) {
  const auto name = [&](const Quad& quad) -> Answer {
    const auto at = keys_.find(quad.key);
    if (at < 0) return {QuadFault::no_face};
    Kept& kept = kept_[at];
    if (kept.face.second >= 0)
      return {kept.is_surface_of_solid ? QuadFault::none : QuadFault::inside};
    const std::int64_t earlier = kept.boundary;
    const bool has_other = earlier >= 0 && earlier != quad.boundary, is_used = quad.is_used != 0;
    if (has_other && kept.is_used && is_used) return {QuadFault::named_twice, earlier};
    if (has_other && !is_used) return {QuadFault::second_name, quad.boundary};
    kept.boundary = quad.boundary;
    kept.is_used = is_used;
    return has_other ? Answer{QuadFault::second_name, earlier} : Answer{};
  };
  const auto reply = [&](std::span<const Quad> asked) {
    std::vector<std::size_t> order(asked.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {},
                      [&](std::size_t i) { return std::pair{asked[i].order, asked[i].boundary}; });
    std::vector<Answer> answers(asked.size());
    for (const std::size_t i : order) answers[i] = name(asked[i]);
    return answers;
  };
  return comm::ask_ranks<Answer>(
      quads, [&](const Quad& quad) { return rank_of(quad.key); }, reply, communicator_);
}

std::vector<std::int64_t> FaceDirectory::boundaries_of(std::span<const Key<4>> keys) const {
  return comm::ask_each<std::int64_t>(
      keys, [&](const Key<4>& key) { return rank_of(key); },
      [&](const Key<4>& key) { return kept_[keys_.find(key)].boundary; }, communicator_);
}

}  // namespace lobatto::mesh
