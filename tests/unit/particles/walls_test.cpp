#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "particles/cloud.hpp"
#include "support/curved_spaces.hpp"

namespace lobatto::particles {
namespace {

using test::Point;

/// Under a mirror, z = 1 - x^2 / 2, with its focus at z = 1/2.
Point under_mirror(const Point& x) { return {x[0], x[1], x[2] * (1 - 0.5 * x[0] * x[0])}; }

space::FunctionSpace mirror(const comm::Communicator& communicator) {
  const test::Block block{.begin = {-0.8, 0, 0},
                          .end = {0.8, 1, 1},
                          .n_elements = {4, 2, 3},
                          .periodic = {false, true, false}};
  return test::moved(block, 4, under_mirror, communicator);
}

/// So heavy that drag does nothing.
Material ballistic() {
  Material m{.kind = Material::Kind::inertial, .diameter = 1e3, .density_ratio = 1e12};
  m.viscosity = 1e-6;
  return m;
}

std::vector<Wall> all(const space::FunctionSpace& space, Wall wall) {
  return std::vector<Wall>(space.boundaries().size(), wall);
}

void add(Cloud& cloud, const space::FunctionSpace& space, const std::vector<Vector3>& points,
         const Vector3& velocity) {
  const PointFinder finder(space);
  const auto found = finder.find(points);
  ASSERT_TRUE(found.missing.empty());
  cloud.add(points, found.here, velocity, space.make_vector_field());
}

std::vector<Vector3> on_a_line() {
  std::vector<Vector3> points;
  for (int i = 0; i < 15; ++i) points.push_back({-0.7 + 0.1 * i + 0.003, 0.3, 0.2});
  return points;
}

TEST(Walls, AParabolicMirrorSendsAllThroughItsFocus) {
  const auto world = comm::Communicator::world();
  const auto space = mirror(world);
  Cloud cloud(space, {"rays", ballistic(), all(space, {})});
  add(cloud, space, on_a_line(), {0, 0.4, 1});
  for (int step = 0; step < 50; ++step) cloud.step(0.021, space.make_vector_field());
  EXPECT_EQ(cloud.summary().count, 15);
  EXPECT_EQ(cloud.summary().tally.reflected, 15);
  for (const Particle& particle : cloud.particles()) {
    const Vector3 v = particle.levels[0].q;
    EXPECT_NEAR(v[1], 0.4, 1e-9);
    EXPECT_NEAR(v[0] * v[0] + v[2] * v[2], 1, 1e-9);
    // The line through its place goes through the focus.
    EXPECT_NEAR(particle.x[0] * v[2] - (particle.x[2] - 0.5) * v[0], 0, 1e-7) << particle.id;
  }
}

TEST(Walls, AbsorbOrLetThroughWhatMeetsThem) {
  const auto world = comm::Communicator::world();
  const auto space = mirror(world);
  for (const auto action : {Wall::Action::absorb, Wall::Action::leave}) {
    Cloud cloud(space, {"rays", ballistic(), all(space, {action, 1})});
    add(cloud, space, on_a_line(), {0, 0, 1});
    cloud.step(0.9, space.make_vector_field());  // those in the middle are there, z = 1.1 > 1
    const auto summary = cloud.summary();
    EXPECT_EQ(summary.count, 0);
    EXPECT_EQ(action == Wall::Action::absorb ? summary.tally.absorbed : summary.tally.left, 15);
    EXPECT_EQ(summary.tally.lost, 0);
  }
}

space::FunctionSpace cube(const comm::Communicator& communicator) {
  return test::moved({.n_elements = {2, 2, 3}, .periodic = {true, true, false}}, 4, test::identity,
                     communicator);
}

/// v^2 / 2 + g z, after several bounces: exact but for the drag, since forces are constant and the
/// time of the impact is that of the path.
TEST(Walls, ABouncingBallKeepsItsEnergy) {
  const auto world = comm::Communicator::world();
  const auto space = cube(world);
  Material material = ballistic();
  material.gravity = {0, 0, -1};
  Cloud cloud(space, {"ball", material, all(space, {})});
  add(cloud, space, {{0.3, 0.4, 0.6}}, {0.1, 0, 0});
  for (int step = 0; step < 300; ++step) cloud.step(0.0213, space.make_vector_field());
  EXPECT_EQ(cloud.summary().tally.reflected, 3);
  for (const Particle& particle : cloud.particles()) {
    const Vector3 v = particle.levels[0].q;
    EXPECT_NEAR(0.5 * v[2] * v[2] + particle.x[2], 0.6, 1e-9);
    EXPECT_NEAR(particle.x[0] + particle.passed[0], 0.3 + 0.1 * 300 * 0.0213, 1e-9);
  }
}

TEST(Walls, RestitutionTakesItsPartAndTheBallComesToRest) {
  const auto world = comm::Communicator::world();
  const auto space = cube(world);
  Material material = ballistic();
  material.gravity = {0, 0, -1};
  Cloud cloud(space, {"ball", material, all(space, {Wall::Action::reflect, 0.5})});
  add(cloud, space, {{0.3, 0.4, 0.5}}, {0.1, 0, 0});
  const auto step_to = [&](int n) {
    for (int step = 0; step < n; ++step) cloud.step(0.01, space.make_vector_field());
  };
  step_to(120);  // it falls for a time of 1, and is thrown up with a half of the velocity
  for (const Particle& particle : cloud.particles())
    EXPECT_NEAR(particle.x[2], 0.5 * 0.2 - 0.5 * 0.2 * 0.2, 1e-9);
  step_to(300);
  EXPECT_EQ(cloud.summary().count, 1);
  for (const Particle& particle : cloud.particles()) {
    EXPECT_NEAR(particle.x[2], 0, 1e-9);
    EXPECT_NEAR(particle.x[0] + particle.passed[0], 0.3 + 0.1 * 4.2, 1e-9);
  }
}

}  // namespace
}  // namespace lobatto::particles
