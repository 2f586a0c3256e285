#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "space/boundary.hpp"
#include "support/curved_spaces.hpp"

namespace lobatto::space {
namespace {

using poly::EndCondition;
using test::Block;
using test::Point;

using Predicate = std::function<bool(const Point&)>;

/// The local nodes whose place before the box was moved is one of those meant.
std::vector<std::size_t> nodes_where(const FunctionSpace& box, const Predicate& is_meant) {
  std::vector<std::size_t> nodes;
  std::array<std::vector<double>, 3> x;
  for (int e = 0; e < box.n_elements(); ++e) {
    box.element_points(e, x);
    for (std::size_t q = 0; q < box.element_size(); ++q)
      if (is_meant({x[0][q], x[1][q], x[2][q]})) nodes.push_back(e * box.element_size() + q);
  }
  return nodes;
}

bool within(double x, double lower, double upper) { return x > lower - 1e-12 && x < upper + 1e-12; }

/// Splits the middle of the top off, of 3 x 4 x 3 elements, axis-aligned or moved.
class SplitTop : public testing::TestWithParam<bool> {
 protected:
  [[nodiscard]] FunctionSpace make_space(int order) const {
    const mesh::BoxMesh mesh = cube.mesh(order, world);
    FunctionSpace space = GetParam() ? FunctionSpace(mesh, test::vector_function(test::wavy), world)
                                     : FunctionSpace(mesh, world);
    space.split_boundary(5, "middle", test::function_of_place([](const Point& x) {
                           return within(x[0], 0.3, 0.7) && within(x[1], 0.25, 0.75) ? 1.0 : 0.0;
                         }));
    return space;
  }
  static bool is_in_the_middle(const Point& x) {
    return within(x[2], 1, 1) && within(x[0], 1.0 / 3, 2.0 / 3) && within(x[1], 0.25, 0.75);
  }
  static bool is_around_it(const Point& x) {
    const bool inside = x[0] > 1.0 / 3 + 1e-12 && x[0] < 2.0 / 3 - 1e-12 && x[1] > 0.25 + 1e-12 &&
                        x[1] < 0.75 - 1e-12;
    return within(x[2], 1, 1) && !inside;
  }

  Block cube{{0, 0, 0}, {1, 1, 1}, {3, 4, 3}};
  comm::Communicator world = comm::Communicator::world();
};

TEST_P(SplitTop, NodesAreThoseAtTheirPlacesOfEveryElementThere) {
  for (const int order : {1, 2, 4}) {
    const FunctionSpace space = make_space(order), box(cube.mesh(order, world), world);
    EXPECT_EQ(boundary_nodes(space, 6), nodes_where(box, is_in_the_middle));
    EXPECT_EQ(boundary_nodes(space, 5), nodes_where(box, is_around_it));
    EXPECT_EQ(boundary_nodes(space, 0),
              nodes_where(box, [](const Point& x) { return within(x[0], 0, 0); }));
  }
}

TEST_P(SplitTop, SomeNodesBelongToElementsThatTouchWithALineOrACornerAlone) {
  const FunctionSpace space = make_space(2);
  const auto nodes = boundary_nodes(space, 6);
  std::array<long long, 3> n_elements{};  // with 1, 3, 9 nodes
  for (int e = 0; e < space.n_elements(); ++e) {
    const std::size_t begin = e * space.element_size(), end = begin + space.element_size();
    const auto count = std::count_if(nodes.begin(), nodes.end(),
                                     [&](std::size_t q) { return q >= begin && q < end; });
    if (count > 0) ++n_elements[count == 1 ? 0 : count == 3 ? 1 : 2];
  }
  EXPECT_EQ(world.sum(n_elements[0]), 4);
  EXPECT_EQ(world.sum(n_elements[1]), 6);
  EXPECT_EQ(world.sum(n_elements[2]), 2);
}

TEST_P(SplitTop, DirichletMaskIsZeroOnThePartsThatAreMeant) {
  const FunctionSpace space = make_space(3), box(cube.mesh(3, world), world);
  const auto zeros = [&](const BoundaryConditions& conditions) {
    const Field mask = dirichlet_mask(space, conditions);
    std::vector<std::size_t> nodes;
    for (std::size_t q = 0; q < mask.size(); ++q) {
      EXPECT_TRUE(mask[q] == 0.0 || mask[q] == 1.0);
      if (mask[q] == 0.0) nodes.push_back(q);
    }
    return nodes;
  };
  BoundaryConditions conditions(7, EndCondition::neumann);
  EXPECT_TRUE(zeros(conditions).empty());
  EXPECT_TRUE(has_constant_mode(space, conditions));
  conditions[6] = EndCondition::dirichlet;
  EXPECT_EQ(zeros(conditions), nodes_where(box, is_in_the_middle));
  EXPECT_FALSE(has_constant_mode(space, conditions));
  conditions[2] = EndCondition::dirichlet;
  EXPECT_EQ(zeros(conditions), nodes_where(box, [](const Point& x) {
              return is_in_the_middle(x) || within(x[1], 0, 0);
            }));
  conditions = BoundaryConditions(7, EndCondition::neumann);
  conditions[5] = EndCondition::dirichlet;
  EXPECT_EQ(zeros(conditions), nodes_where(box, is_around_it));
}

INSTANTIATE_TEST_SUITE_P(Geometries, SplitTop, testing::Bool());

TEST(BoundaryNodes, ReachThroughPeriodicFaces) {
  // The corner column of the top alone: its nodes are also those of the columns on the other sides.
  const auto world = comm::Communicator::world();
  const Block cube{{0, 0, 0}, {1, 1, 1}, {3, 3, 2}, {true, true, false}};
  const mesh::BoxMesh mesh = cube.mesh(2, world);
  FunctionSpace space(mesh, test::vector_function(test::wavy), world);
  const FunctionSpace box(mesh, world);
  const FunctionSpace whole = space;
  space.split_boundary(5, "corner", test::function_of_place([](const Point& x) {
                         return x[0] < 1.0 / 3 && x[1] < 1.0 / 3 ? 1.0 : 0.0;
                       }));
  const auto near_corner = [](double x) { return within(x, 0, 1.0 / 3) || within(x, 1, 1); };
  EXPECT_EQ(boundary_nodes(space, 6), nodes_where(box, [&](const Point& x) {
              return within(x[2], 1, 1) && near_corner(x[0]) && near_corner(x[1]);
            }));
  EXPECT_EQ(boundary_nodes(whole, 5),
            nodes_where(box, [](const Point& x) { return within(x[2], 1, 1); }));
}

}  // namespace
}  // namespace lobatto::space
