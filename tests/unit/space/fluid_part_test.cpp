// The elements with fluid among solid ones, as a space of their own.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "space/boundary.hpp"
#include "space/function_space.hpp"
#include "support/box_with_regions.hpp"

namespace lobatto::space {
namespace {

constexpr int order = 4;

/// 3 x 4 x 3 elements of [0, 3] x [0, 4] x [0, 3], periodic along x; `is_solid` takes the indices.
template <class IsSolid>
FunctionSpace box_with_solids(const comm::Communicator& communicator, IsSolid is_solid) {
  std::array<mesh::Axis, 3> axes{mesh::Axis{{0, 1, 2, 3}, true}, mesh::Axis{{0, 1, 2, 3, 4}},
                                 mesh::Axis{{0, 1, 2, 3}}};
  mesh::Regions regions{{"a", "b"}, {}};
  for (int z = 0; z < 3; ++z)
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 3; ++x) regions.of_elements.push_back(is_solid(x, y, z));
  return {test::box_with_regions(axes, order, communicator, regions), communicator};
}

/// A floor, and a block in the middle of the corner z_max, y_max.
int floor_and_block(int /*x*/, int y, int z) {
  if (y == 0) return 1;
  return y == 3 && z == 2 ? 2 : 0;
}

class FluidPart : public ::testing::Test {
 protected:
  comm::Communicator world_ = comm::Communicator::world();
};

TEST_F(FluidPart, IsTheSpaceItselfWithoutSolids) {
  const std::array<mesh::Axis, 3> axes{mesh::Axis{{0, 1}}, mesh::Axis{{0, 1, 2, 3}},
                                       mesh::Axis{{0, 1, 2}}};
  const FunctionSpace space(mesh::make_box_mesh(axes, order, world_.rank(), world_.size()), world_);
  EXPECT_EQ(&space.fluid(), &space);
}

TEST_F(FluidPart, ComesFirstOnEveryRank) {
  const auto space = box_with_solids(world_, floor_and_block);
  for (int e = 1; e < space.n_elements(); ++e) EXPECT_LE(space.region(e - 1), space.region(e));
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto at = space.box()->element_index(e);
    EXPECT_EQ(space.region(e), floor_and_block(at[0], at[1], at[2]));
  }
  const FunctionSpace& fluid = space.fluid();
  EXPECT_EQ(fluid.n_global_elements(), 24);
  EXPECT_NEAR(fluid.volume(), 24, 1e-12);
  EXPECT_EQ(space.n_global_elements(), 36);
  for (int e = 0; e < fluid.n_elements(); ++e)
    EXPECT_EQ(fluid.element_number(e), space.element_number(e));
}

TEST_F(FluidPart, HasASideWhereverItMeetsASolid) {
  const auto space = box_with_solids(world_, floor_and_block);
  const FunctionSpace& fluid = space.fluid();
  const auto area = [&](const std::string& name) {
    double sum = 0;
    for (std::size_t b = 0; b < fluid.boundaries().size(); ++b)
      if (fluid.boundaries()[b].name == name) sum += Boundary(fluid, static_cast<int>(b)).area();
    return sum;
  };
  EXPECT_NEAR(area("a"), 9, 1e-12);
  EXPECT_NEAR(area("b"), 6, 1e-12);
  EXPECT_NEAR(area("y_min"), 0, 1e-12);
  EXPECT_NEAR(area("y_max"), 6, 1e-12);
  EXPECT_NEAR(area("z_min"), 9, 1e-12);
  EXPECT_NEAR(area("z_max"), 6, 1e-12);
}

/// At every order the nodes are those of the three layers above the floor, less the block but for
/// its two sides that fluid has.
TEST_F(FluidPart, CountsTheCopiesOfItsOwnElements) {
  const auto space = box_with_solids(world_, floor_and_block);
  for (const int p : {order, 2, 1}) {
    const FunctionSpace fluid = space.fluid().with_order(p);
    const auto shares = fluid.gather_scatter().inverse_multiplicity();
    const double n_nodes = world_.sum(std::accumulate(shares.begin(), shares.end(), 0.0));
    EXPECT_NEAR(n_nodes, 3 * p * ((3 * p + 1) * (3 * p + 1) - p * p), 1e-9);
  }
}

TEST_F(FluidPart, IsInPiecesWhereSolidsCutIt) {
  using poly::EndCondition;
  const auto wall = [](int, int y, int) { return y == 1 ? 1 : 0; };
  const auto cut = box_with_solids(world_, wall), whole = box_with_solids(world_, floor_and_block);
  BoundaryConditions natural(8, EndCondition::neumann), one_open = natural, both_open = natural;
  one_open[3] = EndCondition::dirichlet;
  both_open[2] = both_open[3] = EndCondition::dirichlet;
  EXPECT_TRUE(has_one_constant_at_most(whole.fluid(), natural));
  EXPECT_TRUE(has_one_constant_at_most(whole.fluid(), one_open));
  EXPECT_FALSE(has_one_constant_at_most(cut.fluid(), natural));
  EXPECT_FALSE(has_one_constant_at_most(cut.fluid(), one_open));
  EXPECT_TRUE(has_one_constant_at_most(cut.fluid(), both_open));
}

}  // namespace
}  // namespace lobatto::space
