#include "state/change.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "mesh/box_mesh.hpp"

namespace lobatto::state {
namespace {

class LargestChange : public ::testing::Test {
 protected:
  [[nodiscard]] space::FunctionSpace make_space() const {
    const mesh::Axis axis{{0.0, 0.5, 1.5, 2.0}, true};
    return {mesh::make_box_mesh({axis, axis, axis}, 7, world.rank(), world.size()), world};
  }
  void set(space::Field& field, double factor) const {
    space.evaluate(
        [factor](const space::Points& points, double, std::span<double> out) {
          for (std::size_t q = 0; q < out.size(); ++q)
            out[q] = factor * std::sin(std::numbers::pi * points.x[q]);
        },
        0.0, field);
  }
  comm::Communicator world = comm::Communicator::world();
  space::FunctionSpace space = make_space();
};

TEST_F(LargestChange, IsThatOfTheFieldThatChangesMost) {
  Variable heat("heat", {.n_levels = 2}, space), salt("salt", {}, space), before("b", {}, space);
  set(heat.now(), 2.0);
  set(heat.at(1), 1.5);
  set(salt.now(), 1.0);
  set(before.now(), 1.1);
  const Comparison of_heat{heat, heat, 1, space}, of_salt{salt, before, 0, space};
  EXPECT_NEAR(largest_change(std::vector{of_heat}), 0.25, 1e-14);
  EXPECT_NEAR(largest_change(std::vector{of_salt}), 0.1, 1e-14);
  EXPECT_NEAR(largest_change(std::vector{of_salt, of_heat}), 0.25, 1e-14);
  EXPECT_EQ(largest_change(std::vector<Comparison>{}), 0);
}

TEST_F(LargestChange, TakesAVectorAsAWhole) {
  Variable now("u", {.is_vector = true}, space), before("v", {.is_vector = true}, space);
  set(now.now(0), 3.0);
  set(now.now(2), 4.0);
  set(before.now(0), 3.0);
  set(before.now(2), 3.0);
  EXPECT_NEAR(largest_change(std::vector<Comparison>{{now, before, 0, space}}), 0.2, 1e-14);
}

TEST_F(LargestChange, LeavesOutWhatIsNegligible) {
  Variable now("u", {}, space), before("v", {}, space);
  set(now.now(), 1e-12);
  EXPECT_NEAR(largest_change(std::vector<Comparison>{{now, before, 0, space}}), 1, 1e-14);
  // Its root mean square is 7e-13.
  EXPECT_NEAR(largest_change(std::vector<Comparison>{{now, before, 0, space, 6e-13}}), 1, 1e-14);
  EXPECT_EQ(largest_change(std::vector<Comparison>{{now, before, 0, space, 8e-13}}), 0);
}

}  // namespace
}  // namespace lobatto::state
