#include "physics/diagnostics.hpp"

#include <gtest/gtest.h>

#include "state/state.hpp"
#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Point;

// u = (2 x, z, -x): div u = 2, omega = (-1, 1, 0).
Point skewed(const Point& x) { return {2 * x[0], x[2], -x[0]}; }

FlowState look_at(const space::FunctionSpace& space, Point (*velocity)(const Point&)) {
  state::State state(space, 3);
  auto& field = state.declare("velocity", {.is_vector = true});
  field.vector() = test::field_of(space, test::vector_function(velocity));
  perf::Profiler profiler;
  return Diagnostics(space, profiler).look(field, nullptr);
}

TEST(Diagnostics, AreMeansOverTheVolumeOnAnyGeometry) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace box(test::Block{}.mesh(3, world), world);
  for (const auto& space : {box, test::moved({}, 3, test::affine, world)}) {
    const FlowState state = look_at(space, skewed);
    EXPECT_NEAR(state.divergence, 2, 1e-11);
    EXPECT_NEAR(state.enstrophy, 0.5 * (1 + 1), 1e-11);
    const double energy =
        test::integral(space, [](const Point& x) { return 0.5 * (5 * x[0] * x[0] + x[2] * x[2]); });
    EXPECT_NEAR(state.kinetic_energy, energy / space.volume(), 1e-12);
    EXPECT_EQ(state.power, 0);  // of a velocity that is given nobody asks what drives it
    EXPECT_FALSE(state.filter_power);
  }
  EXPECT_NEAR(look_at(box, skewed).kinetic_energy, 0.5 * 6.0 / 3, 1e-13);
}

// The largest sum of speeds over distances: at a vertex, where the nodes are closest.
TEST(Diagnostics, CourantRateIsThatOfTheClosestNodes) {
  const auto world = comm::Communicator::world();
  const test::Block block{.begin = {0, 0, 0}, .end = {1, 2, 4}};
  const space::FunctionSpace space(block.mesh(5, world), world);
  const auto state = look_at(space, [](const Point&) { return Point{3, -2, 1}; });
  const auto& nodes = space.nodes().nodes;
  const double closest = 0.5 * (nodes[1] - nodes[0]);  // of the length of an element
  EXPECT_NEAR(state.cfl_rate, (3 / 0.5 + 2 / 1.0 + 1 / 2.0) / closest, 1e-11);
}

}  // namespace
}  // namespace lobatto::physics
