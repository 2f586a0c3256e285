#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "mesh/raw_mesh.hpp"
#include "mesh/re2_file.hpp"

namespace lobatto::mesh {

/// The ends of Nek5000's edges: around the bottom, around the top, upwards.
inline constexpr int nek_edges[12][2] = {{0, 1}, {1, 3}, {3, 2}, {2, 0}, {4, 5}, {5, 7},
                                         {7, 6}, {6, 4}, {0, 4}, {1, 5}, {3, 7}, {2, 6}};

/// Corners closer than this to a corner of an element are one point: 5 % of its shortest edge
/// there.
double corner_tolerance(const std::array<std::array<double, 3>, 8>& corners, int v);

/// The order of geometry that the curved sides need. Throws base::Error for sides of another kind.
int geometry_order_of(const Re2File& file);

/// Makes the coordinates of elements from their corners and curved sides, at mesh.geometry_order.
/// Throws base::Error for a side that cannot be as the file says.
void bend_elements(Re2File& file, RawMesh& mesh);

/// The name that a condition gives its boundary.
std::string boundary_name(const Re2Condition& condition);
/// Whether it gives one at all.
bool names_boundary(const Re2Condition& condition);

/// Of the conditions on a face only those of the first field count that has any: the flow says more
/// than a scalar, and has none on faces of solids.
template <class Condition>
void keep_first_field(std::vector<Condition>& conditions) {
  std::map<std::pair<long long, long long>, long long> first;
  for (const Condition& condition : conditions) {
    const auto [known, is_new] =
        first.try_emplace({condition.element, condition.face}, condition.field);
    if (!is_new) known->second = std::min<long long>(known->second, condition.field);
  }
  std::erase_if(conditions, [&](const Condition& condition) {
    return condition.field > first.at({condition.element, condition.face});
  });
}

/// Names the elements that the file calls fluid and solid, where it has both.
void name_volumes(const Re2File& file, RawMesh& mesh);

}  // namespace lobatto::mesh
