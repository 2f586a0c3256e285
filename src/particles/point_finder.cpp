#include "particles/point_finder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"

namespace lobatto::particles {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double inside = 1e-10;

}  // namespace

PointFinder::PointFinder(const space::FunctionSpace& space)
    : space_(space), search_(space), bounds_(space::Bounds::nothing()) {
  std::array<std::vector<double>, 3> x;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, x);
    for (std::size_t q = 0; q < space.element_size(); ++q) bounds_.add({x[0][q], x[1][q], x[2][q]});
  }
  space.communicator().min(bounds_.lower);
  space.communicator().max(bounds_.upper);
}

std::optional<space::ElementSearch::Place> PointFinder::best_of(const base::Vector3& x) const {
  const double most = space_.curved() == nullptr ? 1e-8 : 0.02;  // the width of [-1, 1] is 2
  std::optional<space::ElementSearch::Place> best;
  for (auto place : search_.find_all(x, most)) {
    if (place.excess < inside) place.excess = 0;
    const bool is_better =
        !best || place.excess < best->excess ||
        (place.excess == best->excess &&
         space_.element_number(place.element) < space_.element_number(best->element));
    if (is_better) best = place;
  }
  return best;
}

PointFinder::Found PointFinder::find(std::span<const base::Vector3> points) const {
  const auto& communicator = space_.communicator();
  std::vector<std::optional<space::ElementSearch::Place>> places;
  std::vector<double> excess;
  for (const auto& x : points) {
    base::Vector3 at = x;
    if (space_.is_plane()) at[2] = 0.5 * (bounds_.lower[2] + bounds_.upper[2]);
    places.push_back(best_of(at));
    excess.push_back(places.back() ? places.back()->excess : infinity);
  }
  std::vector<double> least = excess, lowest;
  communicator.min(least);
  const auto number_of = [&](std::size_t i) {
    return places[i] && excess[i] == least[i]
               ? static_cast<double>(space_.element_number(places[i]->element))
               : infinity;
  };
  for (std::size_t i = 0; i < points.size(); ++i) lowest.push_back(number_of(i));
  communicator.min(lowest);
  Found found;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (least[i] == infinity) found.missing.push_back(i);
    if (least[i] != infinity && number_of(i) == lowest[i])
      found.here.push_back({i, places[i]->element, places[i]->r});
  }
  return found;
}

double PointFinder::distance(const base::Vector3& point) const {
  double nearest = infinity;
  if (const auto place = search_.find(point, 1.0)) nearest = place->distance;
  nearest = space_.communicator().min(nearest);
  if (nearest != infinity) return nearest;
  std::array<std::vector<double>, 3> x;
  for (int e = 0; e < space_.n_elements(); ++e) {
    space_.element_points(e, x);
    for (std::size_t q = 0; q < space_.element_size(); ++q)
      nearest =
          std::min(nearest, std::hypot(x[0][q] - point[0], x[1][q] - point[1], x[2][q] - point[2]));
  }
  return space_.communicator().min(nearest);
}

double random_number(std::uint64_t seed, std::uint64_t particle, std::uint64_t draw) {
  const auto mixed = [](std::uint64_t z) {
    z += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  };
  const std::uint64_t bits = mixed(mixed(mixed(seed) + particle) + draw);
  return static_cast<double>(bits >> 11U) * 0x1p-53;
}

Spread spread_points(const PointFinder& finder, const space::Bounds& box, std::size_t count,
                     std::uint64_t seed, std::uint64_t first) {
  constexpr int most_rounds = 1000;
  Spread spread{std::vector<base::Vector3>(count), {}};
  std::vector<std::size_t> pending(count);
  for (std::size_t i = 0; i < count; ++i) pending[i] = i;
  for (std::uint64_t round = 0; !pending.empty(); ++round) {
    if (round == most_rounds)
      throw base::Error(fmt::format(
          "the box from ({}) to ({}) has hardly any mesh in it: of {} points, {} have found none",
          fmt::join(box.lower, ", "), fmt::join(box.upper, ", "), count, pending.size()));
    std::vector<base::Vector3> points;
    for (const std::size_t i : pending) {
      for (std::uint64_t d = 0; d < 3; ++d)
        spread.points[i][d] = box.lower[d] + random_number(seed, first + i, 3 * round + d) *
                                                 (box.upper[d] - box.lower[d]);
      points.push_back(spread.points[i]);
    }
    const auto found = finder.find(points);
    for (const auto& place : found.here)
      spread.here.push_back({pending[place.point], place.element, place.r});
    std::vector<std::size_t> missing;
    for (const std::size_t i : found.missing) missing.push_back(pending[i]);
    pending = std::move(missing);
  }
  return spread;
}

}  // namespace lobatto::particles
