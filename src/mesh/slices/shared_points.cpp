#include "mesh/slices/shared_classes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

#include "comm/exchange/record_exchange.hpp"
#include "mesh/point.hpp"

namespace lobatto::mesh {
namespace {

struct NumberedPoint {
  Point at{};
  std::int64_t number = 0;
  double tolerance = 0.0;
};

/// 0 and -0 are the same place.
Key<3> bits_of(const Point& x) {
  Key<3> bits{};
  for (int c = 0; c < 3; ++c) bits[c] = std::bit_cast<std::int64_t>(x[c] + 0.0);
  return bits;
}

/// The places of points that are here, with the lowest number and the largest tolerance there.
struct SharedPlaces {
  explicit SharedPlaces(std::span<const NumberedPoint> points) {
    of_point.reserve(points.size());
    NumberTable numbers(points.size());
    for (const NumberedPoint& point : points) {
      const std::size_t place =
          numbers.number(hash_of(bits_of(point.at)), places.size(),
                         [&](std::size_t known) { return places[known].at == point.at; });
      if (place == places.size()) places.push_back(point);
      NumberedPoint& known = places[place];
      known.number = std::min(known.number, point.number);
      known.tolerance = std::max(known.tolerance, point.tolerance);
      of_point.push_back(place);
    }
  }

  std::vector<NumberedPoint> places;
  std::vector<std::size_t> of_point;
};

/// A place in a cell of the grid for tolerances of one power of two: where it lies, or where those
/// that it looks for may lie.
struct Visit {
  Key<4> cell{};  ///< power of two, and three indices
  NumberedPoint place{};
  std::int64_t is_seeker = 0;
};

constexpr int cells_of_tolerance = 4;  ///< A cell is 2^4 or more tolerances long: few look twice.

int level_of(double tolerance) { return std::ilogb(tolerance); }

/// Cells begin between the points of lattices, which would all look twice on their ends.
std::int64_t cell_index(double x, std::int64_t level) {
  constexpr double begin = 0.38;
  const int length = static_cast<int>(level) + 1 + cells_of_tolerance;
  return std::llround(std::floor(std::ldexp(x, -length) + begin));
}

std::vector<std::int64_t> levels_of(std::span<const NumberedPoint> places,
                                    const comm::Communicator& communicator) {
  std::vector<long long> own;
  for (const NumberedPoint& place : places) {
    const long long level = level_of(place.tolerance);
    if (std::ranges::find(own, level) == own.end()) own.push_back(level);
  }
  const auto all = communicator.all_gather(std::span<const long long>(own));
  std::vector<std::int64_t> levels(all.begin(), all.end());
  sort_and_drop_repeated(levels);
  return levels;
}

void add_visits(const NumberedPoint& place, std::int64_t level, std::vector<Visit>& visits) {
  const std::int64_t own_level = level_of(place.tolerance);
  Key<3> home{}, low{}, high{};
  for (int c = 0; c < 3; ++c) {
    home[c] = cell_index(place.at[c], level);
    low[c] = cell_index(place.at[c] - place.tolerance, level);
    high[c] = cell_index(place.at[c] + place.tolerance, level);
  }
  for (std::int64_t k = low[2]; k <= high[2]; ++k) {
    for (std::int64_t j = low[1]; j <= high[1]; ++j) {
      for (std::int64_t i = low[0]; i <= high[0]; ++i) {
        const bool is_home = level == own_level && Key<3>{i, j, k} == home;
        visits.push_back({{level, i, j, k}, place, is_home ? 0 : 1});
      }
    }
  }
}

/// The smaller tolerance decides: a place looks for others where tolerances are as large as its own
/// or larger.
std::vector<Visit> visits_of(std::span<const NumberedPoint> places,
                             const std::vector<std::int64_t>& levels) {
  std::vector<Visit> visits;
  for (const NumberedPoint& place : places) {
    for (const std::int64_t level : levels)
      if (level >= level_of(place.tolerance)) add_visits(place, level, visits);
  }
  return visits;
}

/// Links the places of each cell that are closer than the smaller of their tolerances.
std::vector<KeyLink<1>> links_in_cells(std::vector<Visit> visits) {
  std::sort(visits.begin(), visits.end(), [](const Visit& a, const Visit& b) {
    return std::tie(a.cell, a.is_seeker) < std::tie(b.cell, b.is_seeker);
  });
  std::vector<KeyLink<1>> links;
  for (auto begin = visits.begin(); begin != visits.end();) {
    const auto end = std::find_if(begin, visits.end(),
                                  [&](const Visit& visit) { return visit.cell != begin->cell; });
    for (auto home = begin; home != end && home->is_seeker == 0; ++home) {
      for (auto other = home + 1; other != end; ++other) {
        const NumberedPoint &p = home->place, &q = other->place;
        if (p.number != q.number && distance(p.at, q.at) <= std::min(p.tolerance, q.tolerance))
          links.push_back({{p.number}, {q.number}, 0});
      }
    }
    begin = end;
  }
  return links;
}

std::vector<std::int64_t> first_of_classes(std::span<const NumberedPoint> points,
                                           const comm::Communicator& communicator) {
  SharedPlaces shared(points);
  double largest = std::numeric_limits<double>::min();
  for (const NumberedPoint& place : shared.places)
    for (const double value : place.at) largest = std::max(largest, std::abs(value));
  largest = communicator.max(largest);
  // No tolerance is below what doubles can tell apart.
  for (NumberedPoint& place : shared.places)
    place.tolerance = std::max(place.tolerance, 1e-14 * largest);
  const auto visits = visits_of(shared.places, levels_of(shared.places, communicator));
  const auto links = links_in_cells(comm::send_records(
      std::span<const Visit>(visits),
      [&](const Visit& visit) { return rank_of_key(visit.cell, communicator.size()); },
      communicator));
  const SharedClasses<1> classes(links, communicator);
  std::vector<Key<1>> numbers;
  for (const NumberedPoint& place : shared.places) numbers.push_back({place.number});
  const auto members = classes.find_all(numbers, communicator);
  std::vector<std::int64_t> first;
  first.reserve(points.size());
  for (const std::size_t place : shared.of_point) first.push_back(members[place].root[0]);
  return first;
}

}  // namespace

std::vector<std::int64_t> shared_points(std::span<const Point> points,
                                        std::span<const double> tolerances,
                                        const comm::Communicator& communicator) {
  const std::int64_t first = communicator.exclusive_sum(static_cast<long long>(points.size()));
  std::vector<NumberedPoint> numbered;
  numbered.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    numbered.push_back({points[i], first + static_cast<std::int64_t>(i), tolerances[i]});
  return comm::ask_ranks<std::int64_t>(
      std::span<const NumberedPoint>(numbered),
      [&](const NumberedPoint& point) {
        return rank_of_key(bits_of(point.at), communicator.size());
      },
      [&](std::span<const NumberedPoint> asked) { return first_of_classes(asked, communicator); },
      communicator);
}

}  // namespace lobatto::mesh
