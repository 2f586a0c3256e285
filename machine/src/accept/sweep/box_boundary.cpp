#include "accept/sweep/box_boundary.hpp"

#include <algorithm>
#include <utility>

namespace lobatto::accept {

namespace {

/// The outer and the inner direction of faces across one.
std::array<std::size_t, 2> face_directions(int direction) {
  if (direction == 0) return {2, 1};
  if (direction == 1) return {2, 0};
  return {1, 0};
}

}  // namespace

BoxBoundary::BoxBoundary(const Vector& lengths, const std::vector<int>& counts,
                         std::vector<Ordinate> ordinates, AngularFunction incoming)
    : lengths_(lengths), ordinates_(std::move(ordinates)), incoming_(std::move(incoming)) {
  for (std::size_t d = 0; d < 3; ++d) sides_[d] = lengths[d] / counts[d];
}

void BoxBoundary::fill(const FacePatch& patch, double* values) {
  if (!incoming_) {
    std::fill_n(values, patch.n_outer * patch.n_inner * ordinates_.size() * n_groups, 0.0);
    return;
  }
  const auto across = static_cast<std::size_t>(patch.direction);
  const auto [outer, inner] = face_directions(patch.direction);
  Vector place{};
  place[across] = octant_signs(patch.octant)[across] > 0 ? 0 : lengths_[across];
  double* next = values;
  for (std::size_t j = 0; j < patch.n_outer; ++j)
    for (std::size_t i = 0; i < patch.n_inner; ++i) {
      place[outer] = (static_cast<double>(patch.first_outer + j) + 0.5) * sides_[outer];
      place[inner] = (static_cast<double>(patch.first_inner + i) + 0.5) * sides_[inner];
      for (const Ordinate& ordinate : ordinates_) {
        const ByGroup flux = incoming_(place, direction_in(patch.octant, ordinate));
        next = std::copy(flux.begin(), flux.end(), next);
      }
    }
  add(patch, values, crossings_.in);
}

void BoxBoundary::tally(const FacePatch& patch, const double* values) {
  add(patch, values, crossings_.out);
}

void BoxBoundary::add(const FacePatch& patch, const double* values, ByGroup& sums) const {
  const auto across = static_cast<std::size_t>(patch.direction);
  const double area = sides_[0] * sides_[1] * sides_[2] / sides_[across];
  const double* next = values;
  for (std::size_t face = 0; face < patch.n_outer * patch.n_inner; ++face)
    for (const Ordinate& ordinate : ordinates_) {
      const double share = ordinate.weight * ordinate.cosines[across] * area;
      for (std::size_t g = 0; g < n_groups; ++g) sums[g] += share * next[g];
      next += n_groups;
    }
}

}  // namespace lobatto::accept
