#include "space/element_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "space/point_basis.hpp"

namespace lobatto::space {

using base::Vector3;

Vector3 solve3(const std::array<Vector3, 3>& a, const Vector3& b) {
  const auto det = [](const Vector3& p, const Vector3& q, const Vector3& r) {
    return p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) +
           p[2] * (q[0] * r[1] - q[1] * r[0]);
  };
  const double whole = det(a[0], a[1], a[2]);
  return {det(b, a[1], a[2]) / whole, det(a[0], b, a[2]) / whole, det(a[0], a[1], b) / whole};
}

double excess_of(const Vector3& r) {
  return std::max({std::abs(r[0]), std::abs(r[1]), std::abs(r[2])}) - 1.0;
}

ElementMap::ElementMap(const FunctionSpace& space)
    : derivative_(space.derivative()),
      shape_(space.shape()),
      half_thickness_(0.5 * space.thickness()),
      basis_(space.nodes().nodes) {
  if (space.curved() != nullptr) {
    for (int d = 0; d < 3; ++d) coordinates_[d] = space.curved()->coordinates()[d];
    return;
  }
  std::array<std::vector<double>, 3> points;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, points);
    Box& box = boxes_.emplace_back();
    for (int d = 0; d < 3; ++d) {
      const double beyond = d == 2 ? half_thickness_ : 0.0;
      const double first = points[d].front() - beyond, last = points[d].back() + beyond;
      box.middle[d] = 0.5 * (first + last);
      box.half[d] = 0.5 * (last - first);
    }
  }
}

ElementMap::ElementMap(const NodalElements& elements)
    : coordinates_{elements.coordinates[0], elements.coordinates[1], elements.coordinates[2]},
      derivative_(elements.derivative),
      shape_(static_cast<int>(elements.nodes.nodes.size())),
      basis_(elements.nodes.nodes) {}

void ElementMap::basis_at(double r, std::span<double> values, std::span<double> slopes) const {
  const std::size_t n = basis_.size();
  basis_.values(r, values.first(n));
  std::fill_n(slopes.begin(), n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      slopes[j] += values[i] * derivative_(static_cast<int>(i), static_cast<int>(j));
}

ElementMap::Linear ElementMap::expand(int element, const Vector3& r) const {
  if (boxes_.empty()) return expand_curved(element, r);
  const auto& [middle, half] = boxes_[element];
  Linear at;
  for (int d = 0; d < 3; ++d) {
    at.x[d] = middle[d] + r[d] * half[d];
    at.jacobian[d][d] = half[d];
  }
  return at;
}

ElementMap::Linear ElementMap::expand_curved(int element, const Vector3& r) const {
  const PointBasis basis(*this, r);
  Linear at;
  for (int c = 0; c < 3; ++c) {
    const auto value = basis.value_and_slopes(coordinates_[c].data() + element * shape_.size());
    at.x[c] = value[0];
    for (int a = 0; a < 3; ++a) at.jacobian[a][c] = value[1 + a];
  }
  at.x[2] += r[2] * half_thickness_;
  at.jacobian[2][2] += half_thickness_;
  return at;
}

/// The first steps may lead far out of an element that is bent by more than its thickness.
/// Where an element is thin and far from the origin, the round-off of x is more than `precise` of
/// its thickness: a step that is short already and no longer shrinks is that round-off.
std::optional<Vector3> ElementMap::invert(int element, const Vector3& x, Vector3 start) const {
  if (!boxes_.empty()) {
    const auto& [middle, half] = boxes_[element];
    for (int d = 0; d < 3; ++d) start[d] = (x[d] - middle[d]) / half[d];
    return start;
  }
  constexpr int max_iterations = 30, most_left = 3;
  constexpr double furthest = 3.0, precise = 1e-13, nearly = 1e-5;
  Vector3 r = start;
  double before = std::numeric_limits<double>::infinity();
  int n_left = 0;
  for (int iteration = 0; iteration < max_iterations; ++iteration) {
    const Linear at = expand_curved(element, r);
    const Vector3 step = solve3(at.jacobian, {x[0] - at.x[0], x[1] - at.x[1], x[2] - at.x[2]});
    double longest = 0;
    for (int d = 0; d < 3; ++d) {
      r[d] += step[d];
      longest = std::max(longest, std::abs(step[d]));
    }
    if (!(excess_of(r) < furthest)) {
      if (++n_left > most_left) return std::nullopt;
      for (double& c : r) c = std::isfinite(c) ? std::clamp(c, -1.0, 1.0) : 0.0;
      longest = std::numeric_limits<double>::infinity();
    }
    if (longest < precise || (longest < nearly && longest > 0.5 * before)) return r;
    before = longest;
  }
  return std::nullopt;
}

}  // namespace lobatto::space
