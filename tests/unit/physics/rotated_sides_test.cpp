// Flows in sectors whose periodic sides are a rotation of each other.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/flow_run.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::FlowRun;
using test::Point;
using test::vector_function;

using std::numbers::pi;

/// From 1 to 2 outwards along y, one of so many parts of the circle along x.
space::CoordinateMap sector_of(int parts) {
  return vector_function([parts](const Point& x) {
    const double angle = -0.3 - 2 * pi * x[0] / parts;
    return Point{x[1] * std::cos(angle), x[1] * std::sin(angle), x[2]};
  });
}

FlowSettings annulus(const VectorFunction& on_walls) {
  auto faces = test::faces_of(VelocityCondition::periodic);
  faces[2] = faces[3] = {VelocityCondition::velocity, on_walls, false};
  FlowSettings settings = test::settings_of(faces, 0.02);
  settings.pressure_method = SolverMethod::schwarz_multigrid;
  settings.velocity_method = SolverMethod::jacobi_cg;
  settings.iterative_pressure.tolerance = 1e-13;
  settings.iterative_velocity.tolerance = 1e-14;
  return settings;
}

struct Sector : FlowRun {
  Sector(int parts, int n_around, const VectorFunction& on_walls, const VectorFunction& initial,
         int order = 5)
      : FlowRun({{0, 1, 0}, {1, 2, 1}, {n_around, 2, 1}, {true, false, true}}, order,
                annulus(on_walls), sector_of(parts)) {
    flow.set_state(0, initial, {});
  }
  [[nodiscard]] double mean_square(const char* name, int component) const {
    const auto& values = field(name, component);
    return space.inner_product(values, values) / space.volume();
  }
};

TEST(RotatedSides, LeaveSolidRotationAlone) {
  const auto rotation = vector_function([](const Point& x) { return Point{-x[1], x[0], 0.0}; });
  for (const int parts : {2, 3, 6}) {
    Sector sector(parts, 12 / parts, rotation, rotation, 7);
    for (int n = 0; n < 5; ++n) sector.flow.step(0.01);
    for (int d = 0; d < 3; ++d)
      EXPECT_LT(sector.error(sector.field("velocity", d), rotation[d]), 1e-7) << parts;
  }
}

/// Around, outwards and along the axis; the same in six sectors, without another symmetry.
Point waves(const Point& x) {
  const double r = std::hypot(x[0], x[1]), angle = 6 * std::atan2(x[1], x[0]);
  const double profile = (r - 1) * (2 - r), along = 2 * pi * x[2];
  const double around = profile * (1 + 0.5 * std::cos(angle) * std::cos(along));
  const double outwards = profile * (0.3 * std::sin(angle) + 0.2 * std::cos(along));
  return {-x[1] * around + x[0] * outwards, x[0] * around + x[1] * outwards, around};
}

TEST(RotatedSides, MakeASectorAPartOfTheAnnulus) {
  const auto still = vector_function([](const Point&) { return Point{}; });
  Sector whole(1, 6, still, vector_function(waves));
  ASSERT_EQ(whole.space.rotation(), nullptr);
  for (const int parts : {2, 3, 6}) {
    Sector sector(parts, 6 / parts, still, vector_function(waves));
    ASSERT_NE(sector.space.rotation(), nullptr);
    if (parts == 2)
      for (int n = 0; n < 4; ++n) whole.flow.step(0.01);
    for (int n = 0; n < 4; ++n) sector.flow.step(0.01);
    double of_whole = 0, of_sector = 0;
    for (int d = 0; d < 3; ++d) {
      of_whole += whole.mean_square("velocity", d);
      of_sector += sector.mean_square("velocity", d);
    }
    EXPECT_NEAR(of_sector / of_whole, 1, 1e-10) << parts;
    EXPECT_NEAR(sector.mean_square("pressure", 0) / whole.mean_square("pressure", 0), 1, 1e-8);
    EXPECT_NEAR(sector.mean_square("velocity", 2) / whole.mean_square("velocity", 2), 1, 1e-10);
  }
}

}  // namespace
}  // namespace lobatto::physics
