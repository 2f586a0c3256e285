#pragma once

// Ids of nodes against the places where the nodes are.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

#include "mesh/hex_mesh.hpp"
#include "mesh/hex_topology.hpp"
#include "raw_meshes.hpp"

namespace lobatto::mesh {

/// Periods of space; 0 where it is not periodic.
using Periods = std::array<double, 3>;
using Place = std::array<long long, 3>;

/// A point on a fine lattice, taken into the first period.
inline Place place_of(const Point& x, const Periods& periods) {
  Place place{};
  for (int c = 0; c < 3; ++c) {
    place[c] = std::llround(x[c] * 1e7);
    const long long period = std::llround(periods[c] * 1e7);
    if (period > 0) place[c] = (place[c] % period + period) % period;
  }
  return place;
}

/// A map in both directions that must stay one to one.
template <class Key>
class OneToOne {
 public:
  void expect(const Key& key, std::int64_t id) {
    EXPECT_GE(id, 0);
    EXPECT_EQ(ids_.try_emplace(key, id).first->second, id) << "one place with two ids";
    EXPECT_EQ(keys_.try_emplace(id, key).first->second, key) << "one id at two places";
  }
  [[nodiscard]] std::size_t size() const { return ids_.size(); }

 private:
  std::map<Key, std::int64_t> ids_;
  std::map<std::int64_t, Key> keys_;
};

inline std::vector<double> nodes_of(const HexMesh& mesh, int e, int order) {
  const std::size_t m = static_cast<std::size_t>(mesh.geometry_order) + 1;
  return nodes_of_element(mesh.coordinates.data() + e * 3 * m * m * m, mesh.geometry_order, order);
}

/// Two nodes have the same id if and only if they are at the same place. Returns their number.
inline std::size_t expect_ids_match_places(const HexMesh& mesh, int order,
                                           const Periods& periods = {}) {
  const int n = order + 1, n_nodes = n * n * n;
  const auto ids = global_node_ids(mesh, order);
  OneToOne<Place> pairs;
  for (int e = 0; e < mesh.n_local_elements(); ++e) {
    const auto x = nodes_of(mesh, e, order);
    for (int i = 0; i < n_nodes; ++i) {
      pairs.expect(place_of({x[i], x[n_nodes + i], x[2 * n_nodes + i]}, periods),
                   ids[static_cast<std::size_t>(e) * n_nodes + i]);
    }
  }
  return pairs.size();
}

/// Two face nodes have the same id if and only if they are the same node of the same face: the
/// place of the middle of the face and the way from there to the node.
inline void expect_face_ids_match_places(const HexMesh& mesh, int order,
                                         const Periods& periods = {}) {
  const int n = order + 1, n_nodes = n * n * n;
  const auto ids = global_face_node_ids(mesh, order);
  std::map<std::array<int, 2>, int> boundary;
  for (const auto& side : mesh.sides) boundary[{side.element, side.face}] = side.boundary;
  OneToOne<std::array<Place, 2>> pairs;
  std::map<std::int64_t, int> uses;
  for (int e = 0; e < mesh.n_local_elements(); ++e) {
    const auto x = nodes_of(mesh, e, order);
    for (int face = 0; face < 6; ++face) {
      Point middle{};
      for (int i = 0; i < n * n; ++i) {
        for (int c = 0; c < 3; ++c)
          middle[c] += x[c * n_nodes + face_node(face, i % n, i / n, n)] / (n * n);
      }
      for (int i = 0; i < n * n; ++i) {
        const std::int64_t id = ids[(static_cast<std::size_t>(e) * 6 + face) * n * n + i];
        if (boundary.contains({e, face})) {
          EXPECT_EQ(id, -1);
          continue;
        }
        const int node = face_node(face, i % n, i / n, n);
        Point way{};
        for (int c = 0; c < 3; ++c) way[c] = x[c * n_nodes + node] - middle[c];
        pairs.expect({place_of(middle, periods), place_of(way, {})}, id);
        ++uses[id];
      }
    }
  }
  for (const auto& [id, count] : uses) EXPECT_EQ(count, 2) << "face node " << id;
}

}  // namespace lobatto::mesh
