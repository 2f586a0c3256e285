#include "plan/regions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "case/reader.hpp"
#include "support/message_of.hpp"

namespace lobatto::plan {
namespace {

/// 4 x 6 x 5 elements of unit size.
cases::Case case_where(const std::string& floor, const std::string& block) {
  return cases::parse_case(R"(
[mesh]
order = 2
x = { range = [0, 4], elements = 4 }
y = { range = [0, 6], elements = 6 }
z = { range = [0, 5], elements = 5 }
[fluid]
viscosity = 1
[time]
dt = 0.01
steps = 1
[boundary]
x = "wall"
y = "wall"
z = "wall"
[[scalar]]
name = "heat"
diffusivity = 1
boundary = { x = "insulated", y = "insulated", z = "insulated" }
solid.floor = { conductivity = 1 }
solid.block = { conductivity = 1 }
[[solid]]
name = "floor"
where = ")" + floor + R"("
[[solid]]
name = "block"
where = ")" + block + "\"\n",
                           "a.toml", {});
}

cases::Case floor_and_block() { return case_where("y < 4", "y > 5 && z > 4"); }

int region_at(int y, int z) { return y < 4 ? 1 : y == 5 && z == 4 ? 2 : 0; }

double cost_of(const mesh::ElementRange& range) {
  double cost = 0;
  for (int z = range.z_begin; z < range.z_end; ++z)
    for (int y = range.y_begin; y < range.y_end; ++y)
      cost += range.n_x() * (region_at(y, z) == 0 ? mesh::cost_of_fluid : mesh::cost_of_solid);
  return cost;
}

TEST(BoxSolids, AreThoseOfTheRange) {
  const auto world = comm::Communicator::world();
  const auto the_case = floor_and_block();
  const mesh::ElementRange range{1, 3, 2, 6, 3, 5};
  const auto regions = BoxSolids(the_case, world).regions(range);
  EXPECT_EQ(regions.solids, (std::vector<std::string>{"floor", "block"}));
  std::vector<int> expected;
  for (int z = 3; z < 5; ++z)
    for (int y = 2; y < 6; ++y) expected.insert(expected.end(), 2, region_at(y, z));
  EXPECT_EQ(regions.of_elements, expected);
}

/// However many ranks look at the box.
TEST(BoxSolids, LeaveTheRankWithMostToDoTheLeast) {
  const auto world = comm::Communicator::world();
  const auto the_case = floor_and_block();
  BoxSolids solids(the_case, world);
  for (const int n_ranks : {2, 3, 4, 6}) {
    const auto grid = solids.grid({n_ranks});
    double least = 1e30;
    const auto largest_cost = [&](const mesh::RankGrid& one) {
      double largest = 0;
      for (int rank = 0; rank < n_ranks; ++rank)
        largest = std::max(largest, cost_of(mesh::elements_of(one, {4, 6, 5}, rank)));
      return largest;
    };
    for (int n_y = 1; n_y <= std::min(n_ranks, 6); ++n_y)
      if (n_ranks % n_y == 0 && n_ranks / n_y <= 5)
        least = std::min(least, largest_cost({1, n_y, n_ranks / n_y, grid.last}));
    EXPECT_LE(largest_cost(grid), least) << n_ranks;
  }
}

TEST(BoxSolids, AreRefusedOnEveryRank) {
  const auto world = comm::Communicator::world();
  const auto fault = [&](const std::string& floor, const std::string& block) {
    const auto the_case = case_where(floor, block);
    return message_of<base::Error>([&] { BoxSolids(the_case, world).check(); });
  };
  EXPECT_NE(fault("y < 1", "z > 4").find("(0.5, 0.5, 4.5) is in the solid 'floor' already"),
            std::string::npos);
  EXPECT_NE(fault("y < 1", "y > 9").find("no element is in the solid 'block'"), std::string::npos);
  EXPECT_NE(fault("y < 3", "y > 3").find("all elements are solid"), std::string::npos);
  EXPECT_EQ(fault("y < 1", "y > 5"), "");
}

}  // namespace
}  // namespace lobatto::plan
