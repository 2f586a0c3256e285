#pragma once

// Meshes read or connected in slices against the same by one rank.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "id_checks.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/partition.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {

/// This rank's slice of a mesh that every rank has. Ids of points are no indices.
inline MeshSlice slice_of(const RawMesh& raw, const comm::Communicator& world) {
  const std::int64_t n = raw.n_elements(), n_ranks = world.size(), rank = world.rank();
  const auto id_of = [](std::int64_t point) { return (point * 37) % 1009 * 1000 + point; };
  MeshSlice slice;
  slice.raw.file = raw.file;
  slice.raw.geometry_order = raw.geometry_order;
  slice.raw.boundary_names = raw.boundary_names;
  slice.raw.volume_names = raw.volume_names;
  slice.raw.names_are_conditions = raw.names_are_conditions;
  slice.raw.used_boundaries = raw.used_boundaries;
  for (std::int64_t r = 0; r <= n_ranks; ++r) slice.first_element.push_back(r * n / n_ranks);
  std::map<std::int64_t, std::int64_t> local;
  const auto local_of = [&](std::int64_t point) {
    const auto [at, is_new] = local.try_emplace(point, slice.raw.points.size());
    if (is_new) {
      slice.raw.points.push_back(raw.points[point]);
      slice.point_ids.push_back(id_of(point));
    }
    return at->second;
  };
  const auto size = n == 0 ? 0 : static_cast<std::ptrdiff_t>(raw.coordinates.size()) / n;
  for (std::int64_t e = slice.first_element[rank]; e < slice.first_element[rank + 1]; ++e) {
    auto corners = raw.corners[e];
    for (auto& corner : corners) corner = local_of(corner);
    slice.raw.corners.push_back(corners);
    slice.raw.labels.push_back(raw.labels[e]);
    if (!raw.volumes.empty()) slice.raw.volumes.push_back(raw.volumes[e]);
    const auto first = raw.coordinates.begin() + e * size;
    slice.raw.coordinates.insert(slice.raw.coordinates.end(), first, first + size);
  }
  // Quadrilaterals and images are on any rank.
  for (std::size_t i = 0; i < raw.quads.size(); ++i) {
    if (static_cast<std::int64_t>(i * 7 % n_ranks) != rank) continue;
    BoundaryQuad quad = raw.quads[i];
    for (auto& point : quad.points) point = local_of(point);
    slice.raw.quads.push_back(quad);
    slice.quad_orders.push_back(static_cast<std::int64_t>(i));
  }
  for (std::size_t map = 0; map < raw.periodic.size(); ++map) {
    slice.map_names.push_back(raw.periodic[map].name);
    for (const auto& [from, to] : raw.periodic[map].master_of) {
      if (from % n_ranks != rank) continue;
      slice.images.push_back({static_cast<std::int64_t>(map), 0, id_of(from), id_of(to),
                              raw.points[from], raw.points[to]});
    }
  }
  return slice;
}

/// Numbers of the whole mesh and of the ranks' parts, one to one over all ranks.
inline void expect_one_to_one(const std::vector<long long>& expected,
                              const std::vector<long long>& found,
                              const comm::Communicator& world) {
  const auto all_expected = world.all_gather(expected), all_found = world.all_gather(found);
  ASSERT_EQ(all_expected.size(), all_found.size());
  std::map<long long, long long> to, from;
  int n_wrong = 0;
  for (std::size_t i = 0; i < all_found.size(); ++i) {
    if (to.try_emplace(all_expected[i], all_found[i]).first->second != all_found[i]) ++n_wrong;
    if (from.try_emplace(all_found[i], all_expected[i]).first->second != all_expected[i]) ++n_wrong;
  }
  EXPECT_EQ(n_wrong, 0);
}

/// Of the elements of a part, what the whole mesh has of them.
inline std::vector<long long> of_elements(const HexMesh& part,
                                          const std::vector<std::int64_t>& whole) {
  const std::size_t size = whole.size() / static_cast<std::size_t>(part.n_elements);
  std::vector<long long> values;
  for (const std::int64_t e : part.element_numbers)
    values.insert(values.end(), whole.begin() + static_cast<std::ptrdiff_t>(e * size),
                  whole.begin() + static_cast<std::ptrdiff_t>((e + 1) * size));
  return values;
}

inline std::vector<long long> as_long(const std::vector<std::int64_t>& values) {
  return {values.begin(), values.end()};
}

/// Elements, geometry, ids, boundaries and volumes of the parts together are those of the whole.
inline void expect_parts_of(const HexMesh& whole, const HexMesh& part,
                            const comm::Communicator& world) {
  ASSERT_EQ(part.n_elements, whole.n_elements);
  EXPECT_EQ(part.geometry_order, whole.geometry_order);
  EXPECT_EQ(part.n_vertices, whole.n_vertices);
  EXPECT_EQ(part.n_lines, whole.n_lines);
  EXPECT_EQ(part.n_faces, whole.n_faces);
  EXPECT_EQ(part.boundary_names, whole.boundary_names);
  EXPECT_EQ(part.volume_names, whole.volume_names);
  auto numbers = world.all_gather(as_long(part.element_numbers));
  std::sort(numbers.begin(), numbers.end());
  ASSERT_EQ(numbers, as_long(whole.element_numbers));
  ASSERT_EQ(part.vertices.size(), part.element_numbers.size());
  const std::size_t size = whole.coordinates.size() / static_cast<std::size_t>(whole.n_elements);
  std::map<std::int64_t, std::set<std::array<int, 2>>> sides;
  for (const BoundarySide& side : whole.sides)
    sides[side.element].insert({side.face, side.boundary});
  std::size_t n_sides = 0;
  for (const BoundarySide& side : part.sides)
    EXPECT_TRUE(sides[part.element_numbers[side.element]].contains({side.face, side.boundary}));
  for (std::size_t e = 0; e < part.element_numbers.size(); ++e) {
    const std::int64_t number = part.element_numbers[e];
    n_sides += sides[number].size();
    for (std::size_t i = 0; i < size; ++i)
      ASSERT_EQ(part.coordinates[e * size + i], whole.coordinates[number * size + i]);
    if (!whole.volumes.empty()) {
      EXPECT_EQ(part.volumes[e], whole.volumes[number]);
    }
    EXPECT_EQ(part.regions.at(static_cast<int>(e)), whole.regions.at(static_cast<int>(number)));
  }
  EXPECT_EQ(part.sides.size(), n_sides);
  for (const int order : {2, 3}) {
    expect_one_to_one(of_elements(part, global_node_ids(whole, order)),
                      as_long(global_node_ids(part, order)), world);
    // -1 at boundaries is the same in both.
    expect_one_to_one(of_elements(part, global_face_node_ids(whole, order)),
                      as_long(global_face_node_ids(part, order)), world);
  }
  expect_one_to_one(of_elements(part, global_face_ids(whole)), as_long(global_face_ids(part)),
                    world);
}

/// The elements of a rank are in the order of elements_of_ranks for the cut that the parts make.
inline void expect_order_of_work(const HexMesh& whole, const HexMesh& part,
                                 const comm::Communicator& world) {
  std::vector<long long> pairs;
  for (const std::int64_t e : part.element_numbers)
    pairs.insert(pairs.end(), {e, static_cast<long long>(world.rank())});
  const auto all = world.all_gather(pairs);
  std::vector<int> rank_of_element(static_cast<std::size_t>(whole.n_elements), 0);
  for (std::size_t i = 0; i < all.size(); i += 2)
    rank_of_element[all[i]] = static_cast<int>(all[i + 1]);
  const auto expected = elements_of_ranks(whole, rank_of_element, world.size())[world.rank()];
  EXPECT_EQ(std::vector<int>(part.element_numbers.begin(), part.element_numbers.end()), expected);
}

template <class Action>
std::string refusal_of(const Action& action) {
  try {
    action();
  } catch (const base::Error& error) {
    return error.what();
  }
  return "nothing was refused";
}

/// All ranks refuse what one rank refuses, in the same words.
template <class Alone, class Together>
void expect_same_refusal(const Alone& alone, const Together& together) {
  const std::string expected = refusal_of(alone);
  EXPECT_NE(expected, "nothing was refused");
  EXPECT_EQ(refusal_of(together), expected);
}

}  // namespace lobatto::mesh
