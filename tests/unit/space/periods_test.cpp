#include "space/periods.hpp"

#include <gtest/gtest.h>

#include "support/curved_spaces.hpp"

namespace lobatto::space {
namespace {

using test::Block;
using test::Point;

TEST(Periods, AreThoseOfABox) {
  const auto world = comm::Communicator::world();
  const Block block{.end = {3, 1, 0.4}, .n_elements = {5, 3, 1}, .periodic = {true, false, true}};
  const auto found = periods(FunctionSpace(block.mesh(2, world), world));
  ASSERT_TRUE(found);
  EXPECT_NEAR((*found)[0], 3, 1e-12);
  EXPECT_EQ((*found)[1], 0);
  EXPECT_NEAR((*found)[2], 0.4, 1e-12);
}

TEST(Periods, StayWhereTheElementsAreMovedAlike) {
  const auto world = comm::Communicator::world();
  const Block block{.n_elements = {3, 2, 2}, .periodic = {true, false, false}};
  const auto found = periods(test::moved(block, 4, test::wavy, world));
  ASSERT_TRUE(found);
  EXPECT_NEAR((*found)[0], 1, 1e-12);
  EXPECT_EQ((*found)[1] + (*found)[2], 0);
}

TEST(Periods, AreNoneAlongALineThatIsNoAxis) {
  const auto world = comm::Communicator::world();
  const auto turned = [](const Point& x) { return Point{x[0], x[1], x[2] + 0.1 * x[0]}; };
  const Block along_x{.n_elements = {3, 2, 2}, .periodic = {true, false, false}};
  EXPECT_FALSE(periods(test::moved(along_x, 1, turned, world)));
  const Block along_z{.n_elements = {3, 2, 2}, .periodic = {false, false, true}};
  EXPECT_TRUE(periods(test::moved(along_z, 1, turned, world)));
}

}  // namespace
}  // namespace lobatto::space
