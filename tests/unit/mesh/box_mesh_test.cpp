#include "mesh/box_mesh.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "base/error.hpp"
#include "mesh/grading.hpp"

namespace lobatto::mesh {
namespace {

std::array<Axis, 3> axes(std::array<int, 3> n_elements,
                         std::array<bool, 3> periodic = {false, false, false}) {
  return {Axis{uniform_ticks(0, 1, n_elements[0]), periodic[0]},
          Axis{geometric_ticks(-1, 1, n_elements[1], 1.2), periodic[1]},
          Axis{sine_ticks(2, 5, n_elements[2], 0.4), periodic[2]}};
}

TEST(Face, IndexIsTwiceTheDirectionPlusSide) {
  for (int f = 0; f < n_faces; ++f) {
    const Face face = static_cast<Face>(f);
    EXPECT_EQ(face_of(direction_of(face), is_upper(face)), face);
  }
  EXPECT_EQ(direction_of(Face::z_min), 2);
  EXPECT_TRUE(is_upper(Face::y_max));
}

TEST(PartBegin, DealsOutEvenlyLongerPartsFirst) {
  for (int n_items = 1; n_items <= 30; ++n_items) {
    for (int n_parts = 1; n_parts <= 35; ++n_parts) {
      EXPECT_EQ(part_begin(n_items, n_parts, 0), 0);
      EXPECT_EQ(part_begin(n_items, n_parts, n_parts), n_items);
      int previous = n_items;
      for (int i = 0; i < n_parts; ++i) {
        const int length = part_begin(n_items, n_parts, i + 1) - part_begin(n_items, n_parts, i);
        EXPECT_LE(length, previous);
        EXPECT_GE(length, n_items / n_parts);
        EXPECT_LE(length, n_items / n_parts + 1);
        previous = length;
        for (int item = 0; item < length; ++item)
          EXPECT_EQ(part_of(n_items, n_parts, part_begin(n_items, n_parts, i) + item), i);
      }
    }
  }
}

TEST(BoxPartition, GivesEveryColumnToExactlyOneRank) {
  for (const auto& [n_y, n_z] : {std::pair{8, 12}, {7, 6}, {1, 40}, {40, 1}, {13, 11}, {5, 8}}) {
    for (int n_ranks = 1; n_ranks <= 40; ++n_ranks) {
      SCOPED_TRACE(testing::Message() << n_y << " x " << n_z << " columns on " << n_ranks);
      std::map<std::pair<int, int>, int> owners;
      int fullest = 0;
      for (int rank = 0; rank < n_ranks; ++rank) {
        const BoxMesh mesh = make_box_mesh(axes({3, n_y, n_z}), 2, rank, n_ranks);
        EXPECT_EQ(mesh.grid.n_x, 1);
        EXPECT_EQ(mesh.grid.n_ranks(), n_ranks);
        EXPECT_EQ(mesh.n_local_elements(), 3 * mesh.local.n_columns());
        fullest = std::max(fullest, mesh.local.n_columns());
        for (int y = mesh.local.y_begin; y < mesh.local.y_end; ++y) {
          for (int z = mesh.local.z_begin; z < mesh.local.z_end; ++z) ++owners[{y, z}];
        }
      }
      EXPECT_EQ(owners.size(), static_cast<std::size_t>(n_y * n_z));
      for (const auto& [column, count] : owners) EXPECT_EQ(count, 1);
      EXPECT_LE(fullest, n_y * n_z);
      EXPECT_GE(fullest * n_ranks, n_y * n_z);
    }
  }
}

TEST(BoxPartition, IsTheBestGridWithTheFewestPartsInY) {
  for (int n_ranks = 1; n_ranks <= 40; ++n_ranks) {
    const auto fullest = [](int n_y, int n_z) {
      return ((9 + n_y - 1) / n_y) * ((14 + n_z - 1) / n_z);
    };
    const RankGrid chosen = choose_grid({3, 9, 14}, n_ranks, Cut::slabs_z);
    for (int n_y = 1; n_y <= n_ranks; ++n_y) {
      if (n_ranks % n_y != 0) continue;
      const int n_z = n_ranks / n_y;
      EXPECT_LE(fullest(chosen.n_y, chosen.n_z), fullest(n_y, n_z));
      const bool fits = n_y <= 9 && n_z <= 14;
      if (fits && fullest(chosen.n_y, chosen.n_z) == fullest(n_y, n_z)) {
        EXPECT_LE(chosen.n_y, n_y);
      }
    }
  }
  EXPECT_EQ(choose_grid({3, 8, 12}, 4, Cut::slabs_z), (RankGrid{1, 1, 4}));
  EXPECT_EQ(choose_grid({3, 4, 4}, 16, Cut::slabs_z), (RankGrid{1, 4, 4}));
  // 1 x 4 is as even but leaves a rank empty.
  EXPECT_EQ(choose_grid({3, 2, 3}, 4, Cut::slabs_z), (RankGrid{1, 2, 2}));
}

TEST(BoxPartition, SharesColumnsWhereThereAreMoreRanks) {
  EXPECT_EQ(choose_grid({4, 2, 3}, 6, Cut::slabs_z), (RankGrid{1, 2, 3}));
  EXPECT_EQ(choose_grid({4, 2, 3}, 12, Cut::slabs_z), (RankGrid{2, 2, 3}));
  EXPECT_EQ(choose_grid({4, 2, 3}, 24, Cut::slabs_z), (RankGrid{4, 2, 3}));
  EXPECT_EQ(choose_grid({8, 1, 1}, 4, Cut::slabs_z), (RankGrid{4, 1, 1}));
  EXPECT_THROW(choose_grid({4, 2, 3}, 25, Cut::slabs_z), base::Error);
}

TEST(BoxPartition, LooksAlikeAlongWhicheverDirectionSlabsLie) {
  const std::array n{3, 5, 8};
  for (int last = 0; last < 3; ++last) {
    const auto [first, second, third] = directions_up_to(last);
    for (int n_ranks = 1; n_ranks <= 60; ++n_ranks) {
      const RankGrid grid = choose_grid(n, n_ranks, slabs_along(last));
      const RankGrid turned = choose_grid({n[first], n[second], n[third]}, n_ranks, Cut::slabs_z);
      EXPECT_EQ(grid.last, last);
      const auto parts = grid.parts();
      EXPECT_EQ((std::array{parts[first], parts[second], parts[third]}), turned.parts());
      for (int rank = 0; rank < n_ranks; ++rank) {
        const auto at = grid.coordinates(rank);
        EXPECT_EQ(grid.rank_at(at), rank);
        EXPECT_EQ((std::array{at[first], at[second], at[third]}), turned.coordinates(rank));
        // Those of a slab follow each other.
        EXPECT_EQ(at[last], rank / (n_ranks / parts[last]));
      }
    }
  }
}

TEST(BoxPartition, CutsBlocksWithTheLeastSurface) {
  EXPECT_EQ(choose_grid({8, 8, 8}, 2, Cut::blocks), (RankGrid{1, 1, 2}));
  EXPECT_EQ(choose_grid({8, 8, 8}, 64, Cut::blocks), (RankGrid{4, 4, 4}));
  EXPECT_EQ(choose_grid({16, 4, 4}, 2, Cut::blocks), (RankGrid{2, 1, 1}));
  EXPECT_EQ(choose_grid({64, 8, 8}, 8, Cut::blocks), (RankGrid{8, 1, 1}));
  EXPECT_EQ(choose_grid({8, 8, 8}, 512, Cut::blocks), (RankGrid{8, 8, 8}));
}

TEST(BoxPartition, CutsColumnsAlongZWhereThereAreEnough) {
  EXPECT_EQ(choose_grid({25, 25, 16}, 2, Cut::columns_z).n_z, 1);
  EXPECT_EQ(choose_grid({8, 8, 64}, 16, Cut::columns_z), (RankGrid{4, 4, 1}));
  EXPECT_GT(choose_grid({2, 2, 64}, 16, Cut::columns_z).n_z, 1);
}

TEST(BoxPartition, BlocksGiveEveryElementToExactlyOneRank) {
  for (const auto& n : {std::array{4, 3, 5}, {7, 1, 2}, {1, 1, 12}}) {
    for (int n_ranks = 1; n_ranks <= n[0] * n[1] * n[2]; ++n_ranks) {
      for (const Cut cut :
           {Cut::slabs_x, Cut::slabs_y, Cut::slabs_z, Cut::blocks, Cut::columns_z}) {
        std::set<std::array<int, 3>> owned;
        int n_owned = 0;
        for (int rank = 0; rank < n_ranks; ++rank) {
          const BoxMesh mesh = make_box_mesh(axes(n), 1, rank, n_ranks, cut);
          for (int e = 0; e < mesh.n_local_elements(); ++e, ++n_owned)
            owned.insert(mesh.element_index(e));
        }
        EXPECT_EQ(n_owned, n[0] * n[1] * n[2]) << n_ranks;
        EXPECT_EQ(owned.size(), static_cast<std::size_t>(n_owned)) << n_ranks;
      }
    }
  }
}

TEST(BoxMesh, NumbersElementsXFastest) {
  const BoxMesh mesh = make_box_mesh(axes({3, 5, 4}), 2, 3, 6);
  int e = 0;
  for (int z = mesh.local.z_begin; z < mesh.local.z_end; ++z) {
    for (int y = mesh.local.y_begin; y < mesh.local.y_end; ++y) {
      for (int x = 0; x < 3; ++x, ++e) {
        EXPECT_EQ(mesh.element_index(e), (std::array<int, 3>{x, y, z}));
        const auto lengths = mesh.element_lengths(e);
        EXPECT_EQ(lengths[0], mesh.axes[0].element_length(x));
        EXPECT_EQ(lengths[1], mesh.axes[1].ticks[y + 1] - mesh.axes[1].ticks[y]);
        EXPECT_EQ(lengths[2], mesh.axes[2].element_length(z));
      }
    }
  }
  EXPECT_EQ(e, mesh.n_local_elements());
  EXPECT_EQ(mesh.n_elements(), 60);
  EXPECT_DOUBLE_EQ(mesh.volume(), 6.0);
}

TEST(BoxMesh, TakesAGridOfRanksThatIsGiven) {
  int n_elements = 0;
  for (int rank = 0; rank < 6; ++rank) {
    const BoxMesh mesh = make_box_mesh(axes({2, 6, 5}), 2, RankGrid{1, 3, 2}, rank);
    EXPECT_EQ(mesh.local.n_y(), 2);
    EXPECT_EQ(mesh.local.y_begin, 2 * (rank % 3));
    EXPECT_EQ(mesh.local.n_z(), rank < 3 ? 3 : 2);
    EXPECT_EQ(mesh.local.z_begin, rank < 3 ? 0 : 3);
    n_elements += mesh.n_local_elements();
  }
  EXPECT_EQ(n_elements, 60);
  EXPECT_THROW(make_box_mesh(axes({2, 6, 5}), 2, RankGrid{1, 3, 2}, 6), base::Error);
  EXPECT_THROW(make_box_mesh(axes({2, 6, 5}), 2, RankGrid{1, 0, 2}, 0), base::Error);
}

TEST(BoxMesh, ElementVolumesAddUpOverTheRanks) {
  double volume = 0;
  for (int rank = 0; rank < 7; ++rank) {
    const BoxMesh mesh = make_box_mesh(axes({2, 3, 4}), 1, rank, 7);  // some ranks are empty
    for (int e = 0; e < mesh.n_local_elements(); ++e) {
      const auto h = mesh.element_lengths(e);
      volume += h[0] * h[1] * h[2];
    }
  }
  EXPECT_NEAR(volume, 6.0, 1e-13);
}

/// All ids of the mesh over `n_ranks` ranks, with the number of copies of each.
std::map<std::int64_t, int> id_counts(const std::array<Axis, 3>& box, int order, int n_ranks) {
  std::map<std::int64_t, int> counts;
  for (int rank = 0; rank < n_ranks; ++rank) {
    const BoxMesh mesh = make_box_mesh(box, order, rank, n_ranks);
    const auto ids = global_node_ids(mesh);
    const auto n = static_cast<std::size_t>(order + 1);
    EXPECT_EQ(ids.size(), static_cast<std::size_t>(mesh.n_local_elements()) * n * n * n);
    for (const std::int64_t id : ids) ++counts[id];
  }
  return counts;
}

TEST(GlobalNodeIds, AreAsManyAsUnknowns) {
  for (const int order : {1, 2, 4}) {
    for (int mask = 0; mask < 8; ++mask) {
      const std::array<bool, 3> periodic{(mask & 1) != 0, (mask & 2) != 0, (mask & 4) != 0};
      for (const std::array<int, 3>& n : {std::array{3, 2, 4}, {1, 1, 1}, {1, 3, 2}}) {
        std::size_t expected = 1;
        for (int d = 0; d < 3; ++d)
          expected *= static_cast<std::size_t>(n[d] * order + (periodic[d] ? 0 : 1));
        for (const int n_ranks : {1, n[1] * n[2], n[0] * n[1] * n[2]}) {
          const auto counts = id_counts(axes(n, periodic), order, n_ranks);
          EXPECT_EQ(counts.size(), expected);
          EXPECT_GE(counts.begin()->first, 0);
        }
      }
    }
  }
}

/// A point of the box, with periodic directions closed.
std::array<double, 3> position(const BoxMesh& mesh, int e, std::array<int, 3> node) {
  std::array<double, 3> x{};
  const auto element = mesh.element_index(e);
  for (int d = 0; d < 3; ++d) {
    const Axis& axis = mesh.axes[d];
    const bool last = element[d] == axis.n_elements() - 1 && node[d] == mesh.order;
    x[d] = axis.periodic && last
               ? axis.ticks.front()
               : axis.ticks[element[d]] + axis.element_length(element[d]) * node[d] / mesh.order;
    x[d] = std::round(x[d] * 1e9);
  }
  return x;
}

TEST(GlobalNodeIds, AreEqualExactlyWhereThePointsAre) {
  const int order = 3;
  for (const std::array<bool, 3>& periodic :
       {std::array{false, false, false}, {true, false, true}, {true, true, true}}) {
    std::map<std::array<double, 3>, std::int64_t> id_at;
    std::set<std::int64_t> seen;
    for (int rank = 0; rank < 5; ++rank) {
      const BoxMesh mesh = make_box_mesh(axes({2, 3, 4}, periodic), order, rank, 5);
      const auto ids = global_node_ids(mesh);
      std::size_t l = 0;
      for (int e = 0; e < mesh.n_local_elements(); ++e) {
        for (int k = 0; k <= order; ++k) {
          for (int j = 0; j <= order; ++j) {
            for (int i = 0; i <= order; ++i, ++l) {
              const auto [known, is_new] = id_at.emplace(position(mesh, e, {i, j, k}), ids[l]);
              EXPECT_EQ(known->second, ids[l]);
              EXPECT_EQ(seen.insert(ids[l]).second, is_new);
            }
          }
        }
      }
    }
  }
}

/// Where a face lies: its direction and the integer position of its centre, periodic ends closed.
std::array<int, 4> face_position(const BoxMesh& mesh, int e, Face face) {
  const int d = direction_of(face);
  const Axis& axis = mesh.axes[d];
  auto at = mesh.element_index(e);
  at[d] += is_upper(face) ? 1 : 0;
  if (axis.periodic && at[d] == axis.n_elements()) at[d] = 0;
  return {d, at[0], at[1], at[2]};
}

bool is_end_of_box(const BoxMesh& mesh, int e, Face face) {
  const Axis& axis = mesh.axes[direction_of(face)];
  const int at = mesh.element_index(e)[direction_of(face)];
  return !axis.periodic && at == (is_upper(face) ? axis.n_elements() - 1 : 0);
}

void expect_two_copies_of_each_face(std::array<int, 3> n_elements, std::array<bool, 3> periodic,
                                    int n_ranks) {
  std::map<std::array<int, 4>, std::int64_t> id_at;
  std::map<std::int64_t, int> copies;
  for (int rank = 0; rank < n_ranks; ++rank) {
    const BoxMesh mesh = make_box_mesh(axes(n_elements, periodic), 4, rank, n_ranks);
    const auto ids = global_face_ids(mesh);
    ASSERT_EQ(ids.size(), static_cast<std::size_t>(mesh.n_local_elements()) * n_faces);
    for (int e = 0; e < mesh.n_local_elements(); ++e) {
      for (int f = 0; f < n_faces; ++f) {
        const auto face = static_cast<Face>(f);
        const std::int64_t id = ids[static_cast<std::size_t>(e) * n_faces + f];
        EXPECT_EQ(id < 0, is_end_of_box(mesh, e, face));
        if (id < 0) continue;
        EXPECT_EQ(id_at.emplace(face_position(mesh, e, face), id).first->second, id);
        ++copies[id];
      }
    }
  }
  EXPECT_EQ(copies.size(), id_at.size());  // different faces have different ids
  for (const auto& [id, count] : copies) EXPECT_EQ(count, 2) << id;
}

TEST(GlobalFaceIds, BelongToTheTwoElementsAtAFaceAndToNoOthers) {
  for (const std::array<int, 3>& n : {std::array{2, 3, 4}, {1, 2, 3}, {1, 1, 1}, {3, 1, 2}}) {
    for (int combination = 0; combination < 8; ++combination) {
      const std::array periodic{(combination & 1) != 0, (combination & 2) != 0,
                                (combination & 4) != 0};
      for (const int n_ranks : {1, n[1] * n[2], n[0] * n[1] * n[2]})
        expect_two_copies_of_each_face(n, periodic, n_ranks);
    }
  }
}

TEST(MakeBoxMesh, RefusesWhatMakesNoMesh) {
  const auto box = axes({2, 3, 4});
  EXPECT_NO_THROW(make_box_mesh(box, 31, 11, 12));
  EXPECT_THROW(make_box_mesh(box, 0, 0, 1), base::Error);
  EXPECT_THROW(make_box_mesh(box, 32, 0, 1), base::Error);
  EXPECT_THROW(make_box_mesh(box, 3, 0, 25), base::Error);
  EXPECT_THROW(make_box_mesh(box, 3, 2, 2), base::Error);
  EXPECT_THROW(make_box_mesh(box, 3, 0, 0), base::Error);
  auto folded = box;
  folded[1].ticks[1] = folded[1].ticks[0];
  EXPECT_THROW(make_box_mesh(folded, 3, 0, 1), base::Error);
  auto infinite = box;
  infinite[2].ticks.back() = INFINITY;
  EXPECT_THROW(make_box_mesh(infinite, 3, 0, 1), base::Error);
  auto empty = box;
  empty[0].ticks.resize(1);
  EXPECT_THROW(make_box_mesh(empty, 3, 0, 1), base::Error);
}

TEST(BoxMesh, HasItsElementsRegionAfterRegion) {
  const Axis along{{0, 1}, true}, up{{0, 1, 2, 3, 4}}, across{{0, 1, 2, 3}};
  const BoxMesh mesh = by_regions(make_box_mesh({along, up, across}, 2, 0, 3, Cut::blocks),
                                  {{"floor"}, {1, 1, 0, 0}});
  EXPECT_EQ(mesh.regions.of_elements, (std::vector<int>{0, 0, 1, 1}));
  for (int e = 0; e < 4; ++e) EXPECT_EQ(mesh.element_index(e)[1], (e + 2) % 4);
  EXPECT_EQ(mesh.column_length(), 1);
}

}  // namespace
}  // namespace lobatto::mesh
