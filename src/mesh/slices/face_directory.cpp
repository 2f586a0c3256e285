#include "mesh/slices/face_directory.hpp"

#include <algorithm>
#include <numeric>

#include "comm/agreed_fault.hpp"
#include "comm/record_exchange.hpp"
#include "mesh/hex_topology.hpp"

namespace lobatto::mesh {
namespace {

enum SideFault : std::int64_t { no_side_fault, third_side, other_arrangement };

/// In the words of FaceSides.
std::string text_of_fault(const RawMesh& raw, std::size_t local_side, std::int64_t fault,
                          const std::array<std::int64_t, 2>& labels) {
  const auto at = position_text(raw, points_of_side(raw, local_side).data(), 4);
  const auto name = [](std::int64_t label) { return "element " + std::to_string(label); };
  const auto own = name(raw.labels[local_side / n_hex_faces]);
  if (fault == third_side)
    return raw.file + ": the face at " + at +
           " belongs to three elements or more: " + name(labels[0]) + ", " + name(labels[1]) +
           " and " + own;
  return raw.file + ": at " + at + " " + name(labels[0]) + " and " + own +
         " share four points but not the lines between them";
}

}  // namespace

FaceDirectory::FaceDirectory(const MeshSlice& slice, const comm::Communicator& communicator)
    : communicator_(communicator) {
  const std::int64_t first_element = slice.first_element[communicator.rank()];
  const auto sides = sides_of(slice, first_element);
  const auto replies = comm::ask_ranks<Reply>(
      std::span<const Side>(sides), [&](const Side& side) { return rank_of(side.key); },
      [&](std::span<const Side> asked) { return match(asked); }, communicator);
  comm::AgreedFault fault;
  matches_.reserve(replies.size());
  for (std::size_t i = 0; i < replies.size(); ++i) {
    matches_.push_back(replies[i].match);
    if (replies[i].fault != no_side_fault)
      fault.report(sides[i].side, text_of_fault(slice.raw, i, replies[i].fault, replies[i].labels));
  }
  fault.agree(communicator);
}

std::vector<FaceDirectory::Side> FaceDirectory::sides_of(const MeshSlice& slice,
                                                         std::int64_t first_element) {
  std::vector<Side> sides;
  sides.reserve(slice.raw.corners.size() * n_hex_faces);
  for (std::size_t i = 0; i < slice.raw.corners.size() * n_hex_faces; ++i) {
    const Key<4> corners = slice.ids_of(points_of_side(slice.raw, i));
    sides.push_back({ascending(corners), corners,
                     first_element * n_hex_faces + static_cast<std::int64_t>(i),
                     slice.raw.labels[i / n_hex_faces]});
  }
  return sides;
}

/// Makes faces of the sides of all ranks that meet here; in their order, what each meets.
std::vector<FaceDirectory::Reply> FaceDirectory::match(std::span<const Side> sides) {
  std::vector<std::size_t> order(sides.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return std::pair(sides[i].key, sides[i].side) < std::pair(sides[j].key, sides[j].side);
  });
  std::vector<Reply> replies(sides.size());
  for (auto begin = order.begin(); begin != order.end();) {
    const Side& first = sides[*begin];
    const auto end =
        std::find_if(begin, order.end(), [&](std::size_t i) { return sides[i].key != first.key; });
    Face face{first.key, first.corners, {first.side, -1}, -1};
    if (end - begin > 1) face.sides[1] = sides[begin[1]].side;
    for (auto at = begin; at != end; ++at) {
      Reply& reply = replies[*at];
      reply.match = {first.side, at == begin ? face.sides[1] : first.side, first.corners};
      reply.labels = {first.label, end - begin > 1 ? sides[begin[1]].label : 0};
      if (at - begin > 1)
        reply.fault = third_side;
      else if (at != begin && !have_same_diagonals(sides[*at].corners, first.corners))
        reply.fault = other_arrangement;
    }
    faces_.push_back(face);
    begin = end;
  }
  faces_.shrink_to_fit();
  return replies;
}

int FaceDirectory::rank_of(const Key<4>& key) const {
  return rank_of_key(key, communicator_.size());
}

FaceDirectory::Face* FaceDirectory::face_of(const Key<4>& key) {
  const auto at = std::ranges::lower_bound(faces_, key, {}, &Face::key);
  return at != faces_.end() && at->key == key ? &*at : nullptr;
}

const FaceDirectory::Face* FaceDirectory::face_of(const Key<4>& key) const {
  const auto at = std::ranges::lower_bound(faces_, key, {}, &Face::key);
  return at != faces_.end() && at->key == key ? &*at : nullptr;
}

std::vector<FaceDirectory::Found> FaceDirectory::find(std::span<const Key<4>> keys) const {
  return comm::ask_ranks<Found>(
      keys, [&](const Key<4>& key) { return rank_of(key); },
      [&](std::span<const Key<4>> asked) {
        std::vector<Found> found(asked.size());
        for (std::size_t i = 0; i < asked.size(); ++i) {
          if (const Face* face = face_of(asked[i]))
            found[i] = {face->sides[0], face->sides[1], face->corners};
        }
        return found;
      },
      communicator_);
}

std::vector<FaceDirectory::Answer> FaceDirectory::name_faces(std::span<const Quad> quads,
                                                             std::int64_t first_solid) {
  const auto is_solid = [&](std::int64_t side) {
    return first_solid >= 0 && side / n_hex_faces >= first_solid;
  };
  const auto refuse = [](QuadFault fault, std::int64_t other_boundary = -1) {
    return Answer{1, static_cast<std::int64_t>(fault), other_boundary};
  };
  const auto reply = [&](std::span<const Quad> asked) {
    std::vector<std::size_t> order(asked.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t i, std::size_t j) { return asked[i].order < asked[j].order; });
    std::vector<Answer> answers(asked.size());
    for (const std::size_t i : order) {
      Face* face = face_of(asked[i].key);
      if (face == nullptr) {
        answers[i] = refuse(QuadFault::no_face);
      } else if (face->sides[1] >= 0) {
        if (is_solid(face->sides[0]) == is_solid(face->sides[1]))
          answers[i] = refuse(QuadFault::inside);
      } else if (face->boundary >= 0 && face->boundary != asked[i].boundary) {
        answers[i] = refuse(QuadFault::named_twice, face->boundary);
      } else {
        face->boundary = asked[i].boundary;
      }
    }
    return answers;
  };
  return comm::ask_ranks<Answer>(
      quads, [&](const Quad& quad) { return rank_of(quad.key); }, reply, communicator_);
}

std::vector<std::int64_t> FaceDirectory::boundaries_of(std::span<const Key<4>> keys) const {
  return comm::ask_ranks<std::int64_t>(
      keys, [&](const Key<4>& key) { return rank_of(key); },
      [&](std::span<const Key<4>> asked) {
        std::vector<std::int64_t> boundaries;
        boundaries.reserve(asked.size());
        for (const Key<4>& key : asked) boundaries.push_back(face_of(key)->boundary);
        return boundaries;
      },
      communicator_);
}

}  // namespace lobatto::mesh
