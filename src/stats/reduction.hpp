#pragma once

#include <array>
#include <span>
#include <vector>

#include "space/function_space.hpp"
#include "stats/node_sets.hpp"

namespace lobatto::stats {

/// What a field is brought down to on a set of nodes.
enum class Reduction { integral, mean, min, max, rms };

constexpr bool is_extremum(Reduction reduction) {
  return reduction == Reduction::min || reduction == Reduction::max;
}

/// A field on one set of nodes.
struct Reduced {
  struct Extremum {
    double value = 0;
    std::array<double, 3> place{};  ///< among equal ones that of the element of lowest number
  };
  double measure = 0;   ///< sum of the weights: the volume or the area
  double integral = 0;  ///< of the field
  double square = 0;    ///< integral of its square
  Extremum min, max;    ///< over the nodes; only where they were wanted

  /// rms: root mean square of the values, not of their deviations.
  [[nodiscard]] double value(Reduction reduction) const;
};

/// Reduces fields on sets of nodes: [field][set], the same on every rank, and but for round-off on
/// any number of ranks. wants_extrema: costs two more exchanges of few numbers. Collective.
std::vector<Reduced> reduce(const space::FunctionSpace& space, const NodeSets& sets,
                            std::span<const std::span<const double>> fields, bool wants_extrema);

}  // namespace lobatto::stats
