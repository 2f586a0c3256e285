#include "physics/solvers/helmholtz_solver.hpp"

#include <gtest/gtest.h>

#include "support/curved_spaces.hpp"

namespace lobatto::physics {
namespace {

/// How often each element is in a block; blocks are told by their values.
std::vector<int> visits_of(const space::FunctionSpace& space) {
  std::vector<int> visits(space.n_elements());
  const ElementSchedule schedule(space);
  for (const auto& block : schedule) {
    EXPECT_EQ(block.offset, block.first * space.element_size());
    EXPECT_EQ(block.n_values, block.n_elements * space.element_size());
    EXPECT_LE(block.n_values, schedule.block_size());
    for (int e = block.first; e < block.end(); ++e) ++visits.at(e);
  }
  return visits;
}

TEST(ElementSchedule, VisitsEveryElementOnce) {
  const auto world = comm::Communicator::world();
  for (const int order : {1, 3, 9}) {
    const space::FunctionSpace box(test::cube_232.mesh(order, world), world);
    for (const auto& space : {box, test::moved(test::cube_232, order, test::wavy, world)})
      EXPECT_EQ(visits_of(space), std::vector<int>(space.n_elements(), 1));
  }
}

// Rows of columns along the direction that the direct solver takes last are neighbours in time,
// whichever that is.
TEST(ElementSchedule, FollowsTheRowsOfTheDirectSolver) {
  const auto self = comm::Communicator::self();
  const std::array<std::vector<int>, 3> expected{
      {{0, 2, 4, 6, 8, 10}, {0, 2, 4, 6, 8, 10}, {0, 6, 2, 8, 4, 10}}};
  for (int last = 0; last < 3; ++last) {
    const auto axes = test::cube_232.mesh(2, self).axes;
    const space::FunctionSpace space(mesh::make_box_mesh(axes, 2, mesh::RankGrid{1, 1, 1, last}, 0),
                                     self);
    std::vector<int> first;
    for (const auto& block : ElementSchedule(space)) first.push_back(block.first);
    EXPECT_EQ(first, expected[last]);
  }
}

}  // namespace
}  // namespace lobatto::physics
