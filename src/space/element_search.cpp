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
      half_thickness_(0.5 * space.thickness()),
      n_elements_(space.n_elements()),
      map_(space),
      bounds_(Bounds::nothing()) {
  for (int d = 0; d < 3 && space.curved() != nullptr; ++d)
    coordinates_[d] = space.curved()->coordinates()[d];
  find_bounds();
  if (n_elements_ > 0) fill_cells();
}

ElementSearch::ElementSearch(const NodalElements& elements)
    : coordinates_{elements.coordinates[0], elements.coordinates[1], elements.coordinates[2]},
      nodes_(elements.nodes),
      n_elements_(0),
      map_(elements),
      bounds_(Bounds::nothing()) {
  n_elements_ = static_cast<int>(elements.coordinates[0].size() / element_size());
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

std::span<const int> ElementSearch::near(const Vector& x) const {
  if (!bounds_.contains(x)) return {};
  const auto [i, j, k] = cell_of(x);
  const std::size_t cell = cell_index(i, j, k);
  return std::span(elements_).subspan(first_[cell], first_[cell + 1] - first_[cell]);
}

std::optional<ElementSearch::Place> ElementSearch::place_in(int element, const Vector& x,
                                                            double max_excess) const {
  if (!of_elements_[element].contains(x)) return std::nullopt;
  const auto r = map_.invert(element, x, map_.has_boxes() ? Vector{} : nearest_node(element, x));
  if (!r) return std::nullopt;
  const double excess = std::max(0.0, excess_of(*r));
  return excess > max_excess ? std::nullopt : std::optional(Place{element, *r, excess});
}

ElementSearch::Place ElementSearch::bring_back(Place place, const Vector& x) const {
  for (double& c : place.r) c = std::clamp(c, -1.0, 1.0);
  if (place.excess == 0) return place;
  const Vector there = map_.expand(place.element, place.r).x;
  place.distance = std::hypot(there[0] - x[0], there[1] - x[1], there[2] - x[2]);
  return place;
}

std::optional<ElementSearch::Place> ElementSearch::find(const Vector& x, double max_excess) const {
  std::optional<Place> best;
  for (const int e : near(x)) {
    const auto place = place_in(e, x, max_excess);
    if (!place || (best && place->excess >= best->excess)) continue;
    best = place;
    if (best->excess == 0) break;
  }
  return best ? std::optional(bring_back(*best, x)) : std::nullopt;
}

std::vector<ElementSearch::Place> ElementSearch::find_all(const Vector& x,
                                                          double max_excess) const {
  std::vector<Place> places;
  for (const int e : near(x))
    if (const auto place = place_in(e, x, max_excess)) places.push_back(bring_back(*place, x));
  return places;
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
  const auto n = static_cast<std::size_t>(map_.shape().n);
  const auto& nodes = nodes_.nodes;
  return {nodes[nearest % n], nodes[nearest / n % n],
          map_.shape().is_plane() ? 0.0 : nodes[nearest / (n * n)]};
}

}  // namespace lobatto::space
