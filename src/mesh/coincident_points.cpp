#include "mesh/coincident_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "mesh/point.hpp"
#include "mesh/signed_classes.hpp"

namespace lobatto::mesh {
namespace {

/// Points by the cell of a uniform grid that they lie in. Cells are known by a hash of their
/// indices: two cells with the same hash only cost a comparison.
class Grid {
 public:
  explicit Grid(double cell) : cell_(cell) {}

  void add(const Point& x, std::int64_t i) { entries_.push_back({hash(cell_of(x)), i}); }
  void finish() { std::sort(entries_.begin(), entries_.end()); }

  /// Calls f(i) for the points in the cells within `reach` of x, and perhaps for some others.
  template <class F>
  void for_each_near(const Point& x, double reach, const F& f) const {
    const Cell low = cell_of({x[0] - reach, x[1] - reach, x[2] - reach});
    const Cell high = cell_of({x[0] + reach, x[1] + reach, x[2] + reach});
    Cell at = low;
    for (at[2] = low[2]; at[2] <= high[2]; ++at[2]) {
      for (at[1] = low[1]; at[1] <= high[1]; ++at[1]) {
        for (at[0] = low[0]; at[0] <= high[0]; ++at[0]) {
          const std::uint64_t key = hash(at);
          auto entry = std::lower_bound(entries_.begin(), entries_.end(), Entry{key, 0});
          for (; entry != entries_.end() && entry->key == key; ++entry) f(entry->point);
        }
      }
    }
  }

 private:
  using Cell = std::array<std::int64_t, 3>;
  struct Entry {
    std::uint64_t key;
    std::int64_t point;
    auto operator<=>(const Entry&) const = default;
  };

  [[nodiscard]] Cell cell_of(const Point& x) const {
    Cell cell{};
    for (int c = 0; c < 3; ++c) cell[c] = std::llround(std::floor(x[c] / cell_));
    return cell;
  }
  /// Multiplications by odd numbers with well mixed bits, as in Fibonacci hashing.
  static std::uint64_t hash(const Cell& cell) {
    std::uint64_t key = 0;
    for (const std::int64_t index : cell) {
      key = (key ^ static_cast<std::uint64_t>(index)) * 0x9e3779b97f4a7c15U;
      key ^= key >> 29;
    }
    return key;
  }

  double cell_;
  std::vector<Entry> entries_;
};

/// Points at exactly the same place, which are most of those that coincide: together they count as
/// one, with the largest of their tolerances.
struct Places {
  std::vector<Point> points;
  std::vector<double> tolerances;
  std::vector<std::int64_t> of_point;
};

Places merge_equal(std::span<const Point> points, std::span<const double> tolerances) {
  std::vector<std::int64_t> order(points.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::int64_t i, std::int64_t j) { return points[i] < points[j]; });
  Places places;
  places.of_point.resize(points.size());
  for (const std::int64_t i : order) {
    if (places.points.empty() || places.points.back() != points[i]) {
      places.points.push_back(points[i]);
      places.tolerances.push_back(tolerances[i]);
    }
    places.tolerances.back() = std::max(places.tolerances.back(), tolerances[i]);
    places.of_point[i] = static_cast<std::int64_t>(places.points.size()) - 1;
  }
  return places;
}

/// No tolerance is below what doubles can tell apart; the indices of cells stay small, too.
void raise_to_round_off(Places& places) {
  double largest = std::numeric_limits<double>::min();
  for (const Point& x : places.points) {
    for (const double value : x) largest = std::max(largest, std::abs(value));
  }
  for (double& tolerance : places.tolerances) tolerance = std::max(tolerance, 1e-14 * largest);
}

/// Joins the places that are closer than the smaller of their tolerances.
void join_near(const Places& places, SignedClasses& classes) {
  // A place is stored with those whose tolerance has the same power of two.
  std::map<int, Grid> grids;
  for (std::size_t i = 0; i < places.points.size(); ++i) {
    const int level = std::ilogb(places.tolerances[i]);
    grids.try_emplace(level, std::ldexp(1.0, level + 1))
        .first->second.add(places.points[i], static_cast<std::int64_t>(i));
  }
  for (auto& [level, grid] : grids) grid.finish();
  for (std::size_t i = 0; i < places.points.size(); ++i) {
    const Point& x = places.points[i];
    const double reach = places.tolerances[i];
    // The smaller tolerance decides: those with smaller ones look for this place themselves.
    for (auto at = grids.lower_bound(std::ilogb(reach)); at != grids.end(); ++at) {
      at->second.for_each_near(x, reach, [&](std::int64_t j) {
        const Point& y = places.points[j];
        if (distance(x, y) <= std::min(reach, places.tolerances[j]))
          classes.join(static_cast<std::int64_t>(i), j, false);
      });
    }
  }
}

}  // namespace

std::vector<std::int64_t> coincident_points(std::span<const Point> points,
                                            std::span<const double> tolerances) {
  Places places = merge_equal(points, tolerances);
  raise_to_round_off(places);
  SignedClasses classes(static_cast<std::int64_t>(places.points.size()));
  join_near(places, classes);
  // Numbered in the order of the points, not of the places.
  std::vector<std::int64_t> number_of_root(places.points.size(), -1);
  std::vector<std::int64_t> numbers(points.size());
  std::int64_t n_classes = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::int64_t& number = number_of_root[classes.find(places.of_point[i]).root];
    if (number < 0) number = n_classes++;
    numbers[i] = number;
  }
  return numbers;
}

}  // namespace lobatto::mesh
