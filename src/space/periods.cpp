#include "space/periods.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace lobatto::space {

namespace {

/// [n_elements][n_faces]: the least number of its nodes, which the face across has, too; -1 on the
/// boundary.
std::vector<std::int64_t> face_ids(const FunctionSpace& space) {
  const auto nodes = space.face_node_ids();
  const auto n_nodes = static_cast<std::size_t>(space.shape().n_rows());
  std::vector<std::int64_t> ids;
  for (std::size_t first = 0; first < nodes.size(); first += n_nodes)
    ids.push_back(*std::min_element(nodes.begin() + first, nodes.begin() + first + n_nodes));
  return ids;
}

/// [x, y, z][n_elements][n_faces]: means of the corners.
std::array<std::vector<double>, 3> face_middles(const FunctionSpace& space) {
  std::array<std::vector<double>, 3> points, middles;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, points);
    for (int face = 0; face < space.n_faces(); ++face) {
      const auto nodes = face_node_offsets(space.shape(), face);
      const std::size_t n = nodes.size(), row = space.shape().lengths()[(face / 2 + 1) % 3];
      for (int d = 0; d < 3; ++d)
        middles[d].push_back((points[d][nodes[0]] + points[d][nodes[row - 1]] +
                              points[d][nodes[n - row]] + points[d][nodes[n - 1]]) /
                             4);
    }
  }
  return middles;
}

/// [n_elements * n_faces] from each face to the same one of the element across, without sign.
std::vector<base::Vector3> face_shifts(const FunctionSpace& space) {
  const gs::GatherScatter faces(face_ids(space), space.communicator());
  const auto middles = face_middles(space);
  std::vector<base::Vector3> shifts(middles[0].size());
  for (int d = 0; d < 3; ++d) {
    auto sums = middles[d];
    faces.add(std::span<double>(sums));
    for (std::size_t i = 0; i < sums.size(); ++i)
      if (faces.inverse_multiplicity()[i] < 1) shifts[i][d] = std::abs(sums[i] - 2 * middles[d][i]);
  }
  return shifts;
}

}  // namespace

std::optional<base::Vector3> periods(const FunctionSpace& space) {
  constexpr double nearly = 1e-3;  // of a length: files round coordinates
  constexpr double none = std::numeric_limits<double>::infinity();
  const auto shifts = face_shifts(space);
  base::Vector3 longest{}, shortest{none, none, none};
  double oblique = 0;
  for (std::size_t i = 0; i < shifts.size(); ++i) {
    const double length = base::norm(shifts[i]);
    if (length < 0.1 * std::ranges::min(space.lengths(static_cast<int>(i) / space.n_faces())))
      continue;
    const auto d = std::ranges::max_element(shifts[i]) - shifts[i].begin();
    if (shifts[i][d] < (1 - nearly * nearly) * length) oblique = 1;
    longest[d] = std::max(longest[d], length);
    shortest[d] = std::min(shortest[d], length);
  }
  space.communicator().max(longest);
  for (int d = 0; d < 3; ++d)
    if (longest[d] > (1 + nearly) * space.communicator().min(shortest[d])) oblique = 1;
  if (space.is_plane()) longest[2] = space.communicator().max(space.thickness());
  if (space.communicator().max(oblique) > 0) return std::nullopt;
  return longest;
}

}  // namespace lobatto::space
