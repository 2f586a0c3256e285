#include "particles/element_links.hpp"

#include <algorithm>
#include <cmath>

#include "comm/exchange/record_exchange.hpp"

namespace lobatto::particles {

namespace {

/// A face of one element, as it is told to the rank that brings the two sides together.
struct Half {
  std::array<std::int64_t, 4> ids{};  ///< of its corners [b][a]; in a plane its ends twice
  std::array<Vector3, 4> x{};         ///< of its corners
  std::int64_t rank = 0, element = 0, face = 0;

  [[nodiscard]] std::int64_t key() const { return *std::ranges::min_element(ids); }
};

/// The corners [b][a] of a face among its nodes. One of a plane is a line, along a or b.
std::array<std::size_t, 4> corner_rows(const space::FunctionSpace& space, int face) {
  const auto n = static_cast<std::size_t>(space.n());
  if (!space.is_plane()) return {0, n - 1, (n - 1) * n, n * n - 1};
  if (direction_of(face) == 0) return {0, n - 1, 0, n - 1};
  return {0, 0, n - 1, n - 1};
}

/// Of an element that is behind `here`.
ElementLinks::Link link_to(const Half& here, const Half& there) {
  ElementLinks::Link link{-1, static_cast<int>(there.rank), there.element,
                          static_cast<int>(there.face)};
  for (std::size_t c = 0; c < 4; ++c) {
    const auto found = std::ranges::find(there.ids, here.ids[c]);
    link.corners[c] = static_cast<int>(found - there.ids.begin());
  }
  link.shift = difference(there.x[link.corners[0]], here.x[0]);
  const double size = base::norm(difference(here.x[3], here.x[0]));
  for (double& s : link.shift)
    if (std::abs(s) < 1e-6 * size) s = 0;  // where corners are one but for round-off
  return link;
}

/// Of all faces of the elements of this rank that are not on the boundary.
std::vector<Half> halves_of(const space::FunctionSpace& space) {
  const auto ids = space.face_node_ids();
  const auto n_rows = static_cast<std::size_t>(space.shape().n_rows());
  const int n_faces = space.n_faces();
  std::vector<Half> halves;
  std::array<std::vector<double>, 3> x;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, x);
    for (int face = 0; face < n_faces; ++face) {
      const std::int64_t* of_face = ids.data() + (e * n_faces + face) * n_rows;
      if (*of_face < 0) continue;
      const auto offsets = space::face_node_offsets(space.shape(), face);
      const auto rows = corner_rows(space, face);
      Half& half = halves.emplace_back();
      for (std::size_t c = 0; c < 4; ++c) {
        half.ids[c] = of_face[rows[c]];
        for (int d = 0; d < 3; ++d) half.x[c][d] = x[d][offsets[rows[c]]];
      }
      half.rank = space.communicator().rank();
      half.element = e;
      half.face = face;
    }
  }
  return halves;
}

/// The other half of each, or itself where there is none: solids may lie there. Collective.
std::vector<Half> other_halves(const std::vector<Half>& halves,
                               const comm::Communicator& communicator) {
  return comm::ask_ranks<Half>(
      std::span<const Half>(halves),
      [&](const Half& half) { return static_cast<int>(half.key() % communicator.size()); },
      [](std::span<const Half> asked) {
        std::vector<std::size_t> order(asked.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::sort(order, {}, [&](std::size_t i) { return asked[i].key(); });
        std::vector<Half> answers(asked.begin(), asked.end());
        for (std::size_t i = 0; i + 1 < order.size(); ++i) {
          const auto one = order[i], two = order[i + 1];
          if (asked[one].key() != asked[two].key()) continue;
          answers[one] = asked[two];
          answers[two] = asked[one];
        }
        return answers;
      },
      communicator);
}

}  // namespace

ElementLinks::ElementLinks(const space::FunctionSpace& space)
    : n_faces_(space.n_faces()), links_(static_cast<std::size_t>(space.n_elements()) * n_faces_) {
  const auto halves = halves_of(space);
  const auto others = other_halves(halves, space.communicator());
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const Half &here = halves[i], &there = others[i];
    const bool is_alone =
        there.rank == here.rank && there.element == here.element && there.face == here.face;
    if (is_alone) continue;
    links_[here.element * n_faces_ + here.face] = link_to(here, there);
  }
  for (std::size_t b = 0; b < space.boundaries().size(); ++b)
    for (const auto& side : space.boundaries()[b].sides)
      links_[side.element * n_faces_ + side.face].boundary = static_cast<int>(b);
}

Vector3 ElementLinks::across(const Link& link, int face, const Vector3& r) {
  const int d = direction_of(face), there = direction_of(link.face);
  const auto place = [](int corner, int bit) { return (corner >> bit & 1) == 0 ? -1.0 : 1.0; };
  Vector3 out{};
  out[there] = end_of(link.face);
  for (int bit = 0; bit < 2; ++bit) {  // along a and b there; affine in a and b here
    const double first = place(link.corners[0], bit);
    const double along_a = place(link.corners[1], bit), along_b = place(link.corners[2], bit);
    out[(there + 1 + bit) % 3] = first + 0.5 * (1 + r[(d + 1) % 3]) * (along_a - first) +
                                 0.5 * (1 + r[(d + 2) % 3]) * (along_b - first);
  }
  return out;
}

}  // namespace lobatto::particles
