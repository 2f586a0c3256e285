#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace lobatto::mesh {

/// Which elements of a mesh are solid. A rank has its elements region after region: first those
/// with fluid, then those of each solid.
struct Regions {
  std::vector<std::string> solids;  ///< their names, the same on every rank
  /// [n_elements] 0 where there is fluid, 1 + i in solids[i]; empty without solids.
  std::vector<int> of_elements;

  [[nodiscard]] int at(int e) const { return of_elements.empty() ? 0 : of_elements[e]; }
  /// Of local elements, which are in the order of regions.
  [[nodiscard]] int n_fluid() const { return static_cast<int>(std::ranges::count(of_elements, 0)); }
};

/// Of elements on ranks, in one number each: what the scalars cost everywhere, and what velocity
/// and pressure cost besides.
inline constexpr int cost_of_solid = 1, cost_of_fluid = 6;

}  // namespace lobatto::mesh
