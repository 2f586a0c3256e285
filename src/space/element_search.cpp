#include "space/element_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lobatto::space {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// What a curved element may reach beyond its nodes, of the diagonal of their bounds.
constexpr double widening = 0.05;

using Vector = std::array<double, 3>;

/// Solves the 3 x 3 system by Cramer's rule; columns a[0], a[1], a[2].
Vector solve(const std::array<Vector, 3>& a, const Vector& b) {
  const auto det = [](const Vector& p, const Vector& q, const Vector& r) {
    return p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) +
           p[2] * (q[0] * r[1] - q[1] * r[0]);
  };
  const double whole = det(a[0], a[1], a[2]);
  return {det(b, a[1], a[2]) / whole, det(a[0], b, a[2]) / whole, det(a[0], a[1], b) / whole};
}

double excess_of(const Vector& r) {
  double excess = 0;
  for (const double c : r) excess = std::max(excess, std::abs(c) - 1.0);
  return excess;
}

}  // namespace

Bounds Bounds::nothing() {
  return {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
}

void Bounds::add(const Vector& x) {
  for (int d = 0; d < 3; ++d) {
    lower[d] = std::min(lower[d], x[d]);
    upper[d] = std::max(upper[d], x[d]);
  }
}

void Bounds::widen(double part) {
  double square = 0;
  for (int d = 0; d < 3; ++d) square += (upper[d] - lower[d]) * (upper[d] - lower[d]);
  for (int d = 0; d < 3; ++d) {
    lower[d] -= part * std::sqrt(square);
    upper[d] += part * std::sqrt(square);
  }
}

bool Bounds::contains(const Vector& x) const {
  for (int d = 0; d < 3; ++d)
    if (!(x[d] >= lower[d] && x[d] <= upper[d])) return false;
  return true;
}

ElementSearch::ElementSearch(const FunctionSpace& space)
    : boxes_(space.curved() == nullptr ? &space : nullptr),
      nodes_(space.nodes()),
      derivative_(space.derivative()),
      shape_(space.shape()),
      half_thickness_(0.5 * space.thickness()),
      n_(space.n()),
      n_elements_(space.n_elements()),
      basis_(space.nodes().nodes),
      bounds_(Bounds::nothing()) {
  for (int d = 0; d < 3 && space.curved() != nullptr; ++d)
    coordinates_[d] = space.curved()->coordinates()[d];
  find_bounds();
  if (n_elements_ > 0) fill_cells();
}

ElementSearch::ElementSearch(const NodalElements& elements)
    : coordinates_{elements.coordinates[0], elements.coordinates[1], elements.coordinates[2]},
      nodes_(elements.nodes),
      derivative_(elements.derivative),
      shape_(static_cast<int>(elements.nodes.nodes.size())),
      n_(shape_.n),
      n_elements_(static_cast<int>(elements.coordinates[0].size() / element_size())),
      basis_(elements.nodes.nodes),
      bounds_(Bounds::nothing()) {
  find_bounds();
  if (n_elements_ > 0) fill_cells();
}

void ElementSearch::element_points(int element, std::array<std::vector<double>, 3>& points) const {
  if (boxes_ != nullptr) return boxes_->element_points(element, points);
  for (int d = 0; d < 3; ++d) {
    const auto own = coordinates_[d].subspan(element * element_size(), element_size());
    points[d].assign(own.begin(), own.end());
  }
}

std::array<double, 2> ElementSearch::ends(const std::array<std::vector<double>, 3>& points,
                                          int direction) const {
  const double beyond = direction == 2 ? half_thickness_ : 0.0;
  return {points[direction].front() - beyond, points[direction].back() + beyond};
}

void ElementSearch::find_bounds() {
  std::array<std::vector<double>, 3> points;
  for (int e = 0; e < n_elements_; ++e) {
    element_points(e, points);
    Bounds bounds = Bounds::nothing();
    for (std::size_t q = 0; q < element_size(); ++q)
      for (const double z : {points[2][q] - half_thickness_, points[2][q] + half_thickness_})
        bounds.add({points[0][q], points[1][q], z});
    bounds.widen(widening);
    of_elements_.push_back(bounds);
    bounds_.add(bounds.lower);
    bounds_.add(bounds.upper);
  }
}

void ElementSearch::fill_cells() {
  const auto per_direction = std::max(1, static_cast<int>(std::cbrt(n_elements_)));
  n_cells_ = {per_direction, per_direction, per_direction};
  std::vector<std::vector<int>> cells(cell_index(0, 0, per_direction));
  for (int e = 0; e < n_elements_; ++e) {
    const auto from = cell_of(of_elements_[e].lower), to = cell_of(of_elements_[e].upper);
    for (int k = from[2]; k <= to[2]; ++k)
      for (int j = from[1]; j <= to[1]; ++j)
        for (int i = from[0]; i <= to[0]; ++i) cells[cell_index(i, j, k)].push_back(e);
  }
  for (const auto& cell : cells) {
    first_.push_back(elements_.size());
    elements_.insert(elements_.end(), cell.begin(), cell.end());
  }
  first_.push_back(elements_.size());
}

std::array<int, 3> ElementSearch::cell_of(const Vector& x) const {
  std::array<int, 3> cell{};
  for (int d = 0; d < 3; ++d) {
    const double part = (x[d] - bounds_.lower[d]) / (bounds_.upper[d] - bounds_.lower[d]);
    cell[d] = std::clamp(static_cast<int>(part * n_cells_[d]), 0, n_cells_[d] - 1);
  }
  return cell;
}

std::optional<ElementSearch::Place> ElementSearch::find(const Vector& x, double max_excess) const {
  if (!bounds_.contains(x)) return std::nullopt;
  const auto [i, j, k] = cell_of(x);
  const std::size_t cell = cell_index(i, j, k);
  std::optional<Place> best;
  for (std::size_t at = first_[cell]; at < first_[cell + 1]; ++at) {
    const int e = elements_[at];
    if (!of_elements_[e].contains(x)) continue;
    const auto r = invert(e, x);
    if (!r) continue;
    const double excess = excess_of(*r);
    if (excess > max_excess || (best && excess >= best->excess)) continue;
    best = Place{e, *r, excess};
    if (excess == 0) break;
  }
  if (!best) return best;
  for (double& c : best->r) c = std::clamp(c, -1.0, 1.0);
  if (best->excess > 0) best->distance = distance(best->element, best->r, x);
  return best;
}

double ElementSearch::distance(int element, const Vector& r, const Vector& x) const {
  Vector there;
  if (boxes_ == nullptr) {
    there = expand(element, r).x;
  } else {
    std::array<std::vector<double>, 3> points;
    element_points(element, points);
    for (int d = 0; d < 3; ++d) {
      const auto [first, last] = ends(points, d);
      there[d] = first + 0.5 * (1 + r[d]) * (last - first);
    }
  }
  return std::hypot(there[0] - x[0], there[1] - x[1], there[2] - x[2]);
}

Vector ElementSearch::nearest_node(int element, const Vector& x) const {
  std::array<std::vector<double>, 3> points;
  element_points(element, points);
  std::size_t nearest = 0;
  double least = infinity;
  for (std::size_t q = 0; q < element_size(); ++q) {
    double square = 0;
    for (int d = 0; d < 3; ++d) square += (points[d][q] - x[d]) * (points[d][q] - x[d]);
    if (square >= least) continue;
    least = square;
    nearest = q;
  }
  const auto n = static_cast<std::size_t>(n_);
  const auto& nodes = nodes_.nodes;
  return {nodes[nearest % n], nodes[nearest / n % n],
          shape_.is_plane() ? 0.0 : nodes[nearest / (n * n)]};
}

Vector ElementSearch::invert_box(int element, const Vector& x) const {
  std::array<std::vector<double>, 3> points;
  element_points(element, points);
  Vector r;
  for (int d = 0; d < 3; ++d) {
    const auto [first, last] = ends(points, d);
    r[d] = 2.0 * (x[d] - first) / (last - first) - 1.0;
  }
  return r;
}

/// x(r) of a curved element, and [a][c] = dx_c / dr_a.
ElementSearch::Linear ElementSearch::expand(int element, const Vector& r) const {
  const auto n = static_cast<std::size_t>(n_);
  std::array<std::vector<double>, 3> value, slope;
  value[2] = {1.0};
  slope[2] = {0.0};
  for (int d = 0; d < shape_.n_directions(); ++d) {
    value[d].resize(n);
    slope[d].assign(n, 0.0);
    basis_.values(r[d], value[d]);
    // l'_j(r) = sum_i l_i(r) l'_j(r_i): the derivative interpolates itself.
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i)
        slope[d][j] += value[d][i] * derivative_(static_cast<int>(i), static_cast<int>(j));
  }
  Linear at;
  for (int c = 0; c < 3; ++c) {
    const double* coordinate = coordinates_[c].data() + element * element_size();
    for (std::size_t k = 0, q = 0; k < value[2].size(); ++k)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = 0; i < n; ++i, ++q) {
          const double l = value[0][i], m = value[1][j], o = value[2][k];
          at.x[c] += l * m * o * coordinate[q];
          at.jacobian[0][c] += slope[0][i] * m * o * coordinate[q];
          at.jacobian[1][c] += l * slope[1][j] * o * coordinate[q];
          at.jacobian[2][c] += l * m * slope[2][k] * coordinate[q];
        }
  }
  at.x[2] += r[2] * half_thickness_;
  at.jacobian[2][2] += half_thickness_;
  return at;
}

/// r with x(r) = x, also somewhat outside of the element; nothing where Newton's method leaves, and
/// brought back leaves again. The first steps may lead far out of an element that is bent by more
/// than its thickness.
/// Where an element is thin and far from the origin, the round-off of x is more than `precise` of
/// its thickness: a step that is short already and no longer shrinks is that round-off.
std::optional<Vector> ElementSearch::invert(int element, const Vector& x) const {
  if (boxes_ != nullptr) return invert_box(element, x);
  constexpr int max_iterations = 30, most_left = 3;
  constexpr double furthest = 3.0, precise = 1e-13, nearly = 1e-5;
  Vector r = nearest_node(element, x);
  double before = infinity;
  int n_left = 0;
  for (int iteration = 0; iteration < max_iterations; ++iteration) {
    const Linear at = expand(element, r);
    const Vector step = solve(at.jacobian, {x[0] - at.x[0], x[1] - at.x[1], x[2] - at.x[2]});
    double longest = 0;
    for (int d = 0; d < 3; ++d) {
      r[d] += step[d];
      longest = std::max(longest, std::abs(step[d]));
    }
    if (!(excess_of(r) < furthest)) {
      if (++n_left > most_left) return std::nullopt;
      for (double& c : r) c = std::isfinite(c) ? std::clamp(c, -1.0, 1.0) : 0.0;
      longest = infinity;
    }
    if (longest < precise || (longest < nearly && longest > 0.5 * before)) return r;
    before = longest;
  }
  return std::nullopt;
}

}  // namespace lobatto::space
