#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "mesh/raw_mesh.hpp"
#include "mesh/slices/key.hpp"

namespace lobatto::mesh {

/// A point of a periodic surface and where it is carried; on any rank.
struct PeriodicImage {
  std::int64_t map = 0;    ///< index into MeshSlice::map_names
  std::int64_t order = 0;  ///< of several images of a point the one of lowest order counts
  std::int64_t slave = 0, master = 0;  ///< points, by their ids
  std::array<double, 3> from{}, to{};  ///< their places
};

/// The rank that has an element, of slices that begin with these; some may be empty.
inline int rank_of_slice(const std::vector<std::int64_t>& first_element, std::int64_t element) {
  return static_cast<int>(std::upper_bound(first_element.begin(), first_element.end(), element) -
                          first_element.begin()) -
         1;
}

/// A rank's part of a mesh file: elements that follow each other in the file, boundary
/// quadrilaterals and pairs of periodic points of any part of the mesh.
struct MeshSlice {
  /// Points of the elements and quadrilaterals here; periodic is empty. Names are the same on
  /// every rank.
  RawMesh raw;
  std::vector<std::int64_t> point_ids;      ///< [points] the same on all ranks that have the point
  std::vector<std::int64_t> first_element;  ///< [n_ranks + 1] numbers of the first of each rank
  std::vector<std::int64_t> quad_orders;    ///< [quads] in which the file lists them
  std::vector<PeriodicImage> images;
  std::vector<std::string> map_names;  ///< of periodic maps, in the order of the file

  [[nodiscard]] std::int64_t n_elements() const { return first_element.back(); }
  [[nodiscard]] int rank_of_element(std::int64_t element) const {
    return rank_of_slice(first_element, element);
  }
  /// The ids of some of its points.
  template <std::size_t K>
  [[nodiscard]] Key<K> ids_of(const std::array<std::int64_t, K>& points) const {
    Key<K> ids{};
    for (std::size_t i = 0; i < K; ++i) ids[i] = point_ids[points[i]];
    return ids;
  }
};

/// A whole mesh as the slice of one rank. The ids of its points are their indices.
MeshSlice as_slice(RawMesh whole);
/// Of a slice that is the whole mesh.
RawMesh whole_of(MeshSlice slice);

template <std::size_t K>
Key<K> ascending(Key<K> key) {
  std::sort(key.begin(), key.end());
  return key;
}

}  // namespace lobatto::mesh
