#include "physics/terms/lorentz_force.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "space/boundary.hpp"
#include "state/state.hpp"
#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Point;

/// [0, 1]^3 between walls, or periodic along z.
class LorentzForceTest : public ::testing::Test {
 protected:
  explicit LorentzForceTest(bool is_periodic = false)
      : space(
            test::Block{
                .end = {1, 1, 1}, .n_elements = {2, 1, 3}, .periodic = {false, false, is_periodic}}
                .mesh(9, world),
            world) {}

  ImposedField field_of(Point (*field)(const Point&)) {
    return {.field = test::vector_function(field), .interaction = 3};
  }
  space::VectorField values(Point (*function)(const Point&)) {
    return test::field_of(space, test::vector_function(function));
  }
  double integral(const space::VectorField& a, const space::VectorField& b) {
    double sum = 0;
    for (int d = 0; d < 3; ++d) sum += space.inner_product(a[d], b[d]);
    return sum;
  }
  double largest(const space::VectorField& a) {
    return std::max({space.max_abs(a[0]), space.max_abs(a[1]), space.max_abs(a[2])});
  }

  comm::Communicator world = comm::Communicator::world();
  space::FunctionSpace space;
  state::State state{space, 3};
  state::Variable& velocity = state.declare("velocity", {.is_vector = true, .n_levels = 2});
  perf::Profiler profiler;
};

class LorentzForceInAChannel : public LorentzForceTest {
 protected:
  LorentzForceInAChannel() : LorentzForceTest(true) {}
};

Point along_y(const Point&) { return {0, 1, 0}; }
Point anything(const Point& x) {
  return {std::sin(3 * x[0] + x[1]), std::cos(2 * x[2]) + x[0], x[1] * x[2] - x[0] * x[0]};
}
Point uniform(const Point&) { return {2, 0, 0}; }

// u x B is the gradient of cos(pi x) cos(pi z), which walls hold back by charges.
TEST_F(LorentzForceTest, IsNothingWhereWallsHoldTheCurrentBack) {
  LorentzForce term(field_of(along_y), velocity, space, profiler);
  term.evaluate(values([](const Point& x) {
    return Point{
        -std::numbers::pi * std::cos(std::numbers::pi * x[0]) * std::sin(std::numbers::pi * x[2]),
        7 * x[0],
        std::numbers::pi * std::sin(std::numbers::pi * x[0]) * std::cos(std::numbers::pi * x[2])};
  }));
  EXPECT_LT(largest(term.force()), 1e-6);
}

// phi = 0 on a conductor, along which the current is u x B then.
TEST_F(LorentzForceTest, KnowsConductors) {
  const auto u = values([](const Point& x) { return Point{1 + x[2], 0, 0}; });
  for (const bool conducts : {false, true}) {
    ImposedField imposed = field_of(along_y);
    if (conducts) imposed.conductors = {0};  // x = 0
    LorentzForce term(imposed, velocity, space, profiler);
    term.evaluate(u);
    const space::Boundary wall(space, 0);
    std::vector<double> along(wall.n_values()), induced(wall.n_values());
    wall.restrict_field(term.current()[2], along);
    wall.restrict_field(u[0], induced);
    double difference = 0;
    for (std::size_t i = 0; i < along.size(); ++i)
      difference = std::max(difference, std::abs(along[i] - induced[i]));
    difference = world.max(difference);
    if (conducts)
      EXPECT_LT(difference, 1e-10);
    else
      EXPECT_GT(difference, 0.1);
  }
}

// div j = 0 and no current through walls: then the work is what currents turn into heat.
TEST_F(LorentzForceTest, TakesTheEnergyThatCurrentsDissipate) {
  LorentzForce term(field_of(anything), velocity, space, profiler);
  const auto u = values([](const Point& x) {
    return Point{x[1] * x[2], std::exp(x[0] - x[2]), std::sin(4 * x[1] + x[2])};
  });
  term.evaluate(u);
  const double heat = integral(term.current(), term.current());
  EXPECT_GT(heat, 1e-3);
  EXPECT_NEAR(integral(u, term.force()), -3 * heat, 1e-12);
}

TEST_F(LorentzForceInAChannel, OfAnOpenCircuitLeavesAUniformVelocity) {
  ImposedField imposed = field_of(along_y);
  imposed.periodic = {false, false, true};
  LorentzForce term(imposed, velocity, space, profiler);
  term.evaluate(values(uniform));
  EXPECT_LT(largest(term.force()), 1e-12);
}

// j = 2 + E along z, and j x B is along -x.
TEST_F(LorentzForceInAChannel, TakesAGivenElectricField) {
  ImposedField imposed = field_of(along_y);
  imposed.periodic = {false, false, true};
  imposed.electric_field = {{0, 0, 0.5}};
  LorentzForce term(imposed, velocity, space, profiler);
  term.evaluate(values(uniform));
  for (const double force : term.force()[0]) EXPECT_NEAR(force, -3 * 2.5, 1e-10);
  EXPECT_LT(std::max(space.max_abs(term.force()[1]), space.max_abs(term.force()[2])), 1e-10);
}

}  // namespace
}  // namespace lobatto::physics
