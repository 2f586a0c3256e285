#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/vector3.hpp"
#include "space/element_search.hpp"

namespace lobatto::particles {

/// Finds the elements of points that all ranks know, so that the number of ranks does not matter:
/// where elements meet, the lowest one has the point.
class PointFinder {
 public:
  /// The space must live as long. Collective.
  explicit PointFinder(const space::FunctionSpace& space);

  struct Place {
    std::size_t point;  ///< its index
    int element;        ///< of this rank
    base::Vector3 r;
  };
  struct Found {
    std::vector<Place> here;           ///< in ascending order
    std::vector<std::size_t> missing;  ///< in no element of any rank; the same on all
  };
  /// A point beside a curved wall is taken to it where it is outside of its element by a hundredth
  /// of the width at most. Collective.
  [[nodiscard]] Found find(std::span<const base::Vector3> points) const;
  /// Around all elements of all ranks.
  [[nodiscard]] const space::Bounds& bounds() const { return bounds_; }
  /// From a point, the same on all ranks, to the nearest element or node. Collective.
  [[nodiscard]] double distance(const base::Vector3& point) const;

 private:
  [[nodiscard]] std::optional<space::ElementSearch::Place> best_of(const base::Vector3& x) const;

  const space::FunctionSpace& space_;
  space::ElementSearch search_;
  space::Bounds bounds_;
};

/// The `draw`-th number of [0, 1) of a particle: by the mixing function of SplitMix64 (Steele, Lea
/// & Flood, OOPSLA 2014) from counters, so that nobody has to draw the others.
double random_number(std::uint64_t seed, std::uint64_t particle, std::uint64_t draw);

/// Of points that are spread evenly in the part of a box that the mesh fills. `first`: number of
/// the first one, which tells what is drawn. Throws base::Error on every rank where the box has no
/// mesh. Collective.
struct Spread {
  std::vector<base::Vector3> points;  ///< on all ranks
  std::vector<PointFinder::Place> here;
};
Spread spread_points(const PointFinder& finder, const space::Bounds& box, std::size_t count,
                     std::uint64_t seed, std::uint64_t first);

}  // namespace lobatto::particles
