#include "particles/cloud.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <numbers>

#include "base/error.hpp"
#include "support/curved_spaces.hpp"
#include "support/memory_state.hpp"

namespace lobatto::particles {
namespace {

using test::Point;

constexpr double turn = 2 * std::numbers::pi;

/// Vortices of Taylor and Green in the unit cube, with a velocity across them.
Vector3 vortices(const Vector3& x) {
  return {std::sin(turn * x[0]) * std::cos(turn * x[1]),
          -std::cos(turn * x[0]) * std::sin(turn * x[1]), 0.7};
}

space::VectorField velocity_in(const space::FunctionSpace& space) {
  auto u = space.make_vector_field();
  const auto functions = test::vector_function([](const Point& x) { return vortices(x); });
  for (int d = 0; d < 3; ++d) space.evaluate(functions[d], 0.0, u[d]);
  return u;
}

Material heavy() {
  Material m{.kind = Material::Kind::inertial, .diameter = 0.02, .density_ratio = 20};
  m.viscosity = 0.01;
  return m;
}

void spread(Cloud& cloud, const space::FunctionSpace& space, const space::VectorField& u,
            std::size_t count = 200) {
  const PointFinder finder(space);
  const auto points = spread_points(finder, finder.bounds(), count, 3, 0);
  cloud.add(points.points, points.here, {}, u);
}

std::map<std::int64_t, Particle> by_id(const Cloud& cloud) {
  std::map<std::int64_t, Particle> particles;
  for (const Particle& particle : cloud.particles()) particles[particle.id] = particle;
  return particles;
}

/// Bit for bit, but for the number of the element, which is that of its rank.
void expect_same(const Particle& a, const Particle& b) {
  Particle here = a, there = b;
  here.element = there.element = 0;
  EXPECT_EQ(std::memcmp(&here, &there, sizeof(Particle)), 0) << a.id;
}

space::FunctionSpace wavy_torus(const comm::Communicator& communicator, int order = 6) {
  const test::Block block{.n_elements = {3, 2, 4}, .periodic = {true, true, true}};
  return test::moved(block, order, test::wavy, communicator);
}

/// Rates of an independent method at any point of the flow itself.
Vector3 tracer_at(Vector3 x, double end, int n) {
  const double h = end / n;
  for (int i = 0; i < n; ++i) {
    const Vector3 a = vortices(x), b = vortices(sum(x, h / 2, a)), c = vortices(sum(x, h / 2, b));
    const Vector3 d = vortices(sum(x, h, c));
    for (int k = 0; k < 3; ++k) x[k] += h / 6 * (a[k] + 2 * b[k] + 2 * c[k] + d[k]);
  }
  return x;
}

TEST(Cloud, TracersFollowTheirPathsThroughACurvedPeriodicMesh) {
  const auto world = comm::Communicator::world();
  const auto space = wavy_torus(world, 12);
  const auto u = velocity_in(space);
  Cloud cloud(space, {"tracers", {}, {}});
  spread(cloud, space, u, 50);
  const PointFinder finder(space);
  const auto start = spread_points(finder, finder.bounds(), 50, 3, 0).points;
  for (int step = 0; step < 1000; ++step) cloud.step(1e-3, u);
  const auto summary = cloud.summary();
  EXPECT_EQ(summary.count, 50);
  EXPECT_EQ(summary.tally.lost, 0);
  for (const Particle& particle : cloud.particles()) {
    const Vector3 expected = tracer_at(start[particle.id], 1.0, 4000);
    for (int d = 0; d < 3; ++d)
      EXPECT_NEAR(particle.x[d] + particle.passed[d], expected[d], 1e-6) << particle.id;
    for (int d = 0; d < 3; ++d)
      EXPECT_NEAR(particle.passed[d], std::round(particle.passed[d]), 1e-12);
  }
}

TEST(Cloud, AnyNumberOfRanksGivesTheSameBits) {
  const auto world = comm::Communicator::world(), self = comm::Communicator::self();
  for (const bool has_added_mass : {false, true}) {
    Material material = heavy();
    material.added_mass = has_added_mass;
    const auto space = wavy_torus(world), alone = wavy_torus(self);
    const auto u = velocity_in(space), u_alone = velocity_in(alone);
    Cloud cloud(space, {"dust", material, {}}), all(alone, {"dust", material, {}});
    spread(cloud, space, u);
    spread(all, alone, u_alone);
    for (int step = 0; step < 60; ++step) {
      cloud.step(0.01, u);
      all.step(0.01, u_alone);
    }
    EXPECT_EQ(cloud.summary().count, 200);
    const auto expected = by_id(all);
    for (const auto& [id, particle] : by_id(cloud)) expect_same(particle, expected.at(id));
  }
}

TEST(Cloud, GoesOnToTheBitFromItsState) {
  const auto world = comm::Communicator::world();
  const auto space = wavy_torus(world);
  const auto u = velocity_in(space);
  Cloud straight(space, {"dust", heavy(), {}}), restarted(space, {"dust", heavy(), {}});
  spread(straight, space, u);
  for (int step = 0; step < 2; ++step) straight.step(0.01, u);
  test::MemoryState memory;
  test::StateKeeper keeper(memory, world);
  straight.visit_state(keeper);
  test::StateGiver giver(memory);
  EXPECT_TRUE(restarted.visit_state(giver));
  for (Cloud* const cloud : {&straight, &restarted})
    for (int step = 0; step < 30; ++step) cloud->step(0.012, u);
  ASSERT_EQ(straight.particles().size(), restarted.particles().size());
  for (std::size_t i = 0; i < straight.particles().size(); ++i)
    expect_same(straight.particles()[i], restarted.particles()[i]);
  EXPECT_EQ(straight.n_added(), restarted.n_added());
}

TEST(Cloud, WhatTheFluidFeelsIsTheDragOfAllParticles) {
  const auto world = comm::Communicator::world();
  const auto space = wavy_torus(world);
  const auto u = velocity_in(space);
  Cloud cloud(space, {"dust", heavy(), {}});
  spread(cloud, space, u);
  for (int step = 0; step < 5; ++step) cloud.step(0.02, u);
  auto force = space.make_vector_field();
  cloud.add_reaction(3.0, force);
  const auto summary = cloud.summary();
  for (int d = 0; d < 3; ++d) {
    double sum = 0;
    for (const double value : force[d]) sum += value;
    const double total = -3 * cloud.motion().mass() * 200 * summary.mean_drag[d];
    EXPECT_NEAR(world.sum(sum), total, 1e-12 * std::abs(total) + 1e-18);
  }
  for (int e = 0; e < space.n_elements(); ++e) {  // the same force per mass all over an element
    const std::size_t first = e * space.element_size();
    for (std::size_t q = 0; q < space.element_size(); ++q)
      EXPECT_NEAR(force[0][first + q] / space.mass(e)(q), force[0][first] / space.mass(e)(0), 1e-9);
  }
}

TEST(PointFinder, GivesPointsBetweenElementsToTheLowestOne) {
  const auto world = comm::Communicator::world(), self = comm::Communicator::self();
  const auto space = test::moved({}, 4, test::identity, world),
             alone = test::moved({}, 4, test::identity, self);
  const PointFinder finder(space), whole(alone);
  std::vector<Vector3> points;
  for (const double x : {0.0, 0.25, 0.5, 1.0})
    for (const double y : {0.0, 0.5, 0.75})
      for (const double z : {0.0, 0.5, 1.0}) points.push_back({x, y, z});
  points.push_back({0.5, 0.5, 1.1});
  const auto found = finder.find(points);
  EXPECT_EQ(found.missing, std::vector<std::size_t>{points.size() - 1});
  EXPECT_NEAR(finder.distance(points.back()), 0.1, 1e-12);
  const auto expected = whole.find(points).here;
  for (const auto& place : found.here)
    EXPECT_EQ(space.element_number(place.element),
              alone.element_number(expected[place.point].element));
  EXPECT_EQ(world.sum(static_cast<long long>(found.here.size())), std::ssize(points) - 1);
}

TEST(SpreadPoints, FillTheBoxEvenlyAndNothingElse) {
  const auto world = comm::Communicator::world();
  const auto space = test::moved({}, 4, test::identity, world);
  const PointFinder finder(space);
  const space::Bounds box{{0.2, -0.5, 0.5}, {0.6, 0.5, 2.0}};  // the mesh has a half of each
  const auto spread = spread_points(finder, box, 20000, 1, 0);
  Vector3 mean{};
  for (const auto& x : spread.points)
    for (int d = 0; d < 3; ++d) mean[d] += x[d] / 20000;
  constexpr double four_deviations = 4 * 0.5 / 3.46 / 141;
  EXPECT_NEAR(mean[0], 0.4, four_deviations);
  EXPECT_NEAR(mean[1], 0.25, four_deviations);
  EXPECT_NEAR(mean[2], 0.75, four_deviations);
  EXPECT_THROW(spread_points(finder, {{2, 2, 2}, {3, 3, 3}}, 5, 1, 0), base::Error);
}

}  // namespace
}  // namespace lobatto::particles
