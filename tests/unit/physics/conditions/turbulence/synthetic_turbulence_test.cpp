#include "physics/conditions/turbulence/synthetic_turbulence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "space/boundary.hpp"
#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::function_of_place;

SyntheticTurbulence::FactorOfPlace factor_of(StressFactor of_middle) {
  return [of_middle](const space::Points& points, std::span<StressFactor> out) {
    for (std::size_t q = 0; q < out.size(); ++q) {
      out[q] = of_middle;
      for (double& a : out[q].a) a *= points.y[q] * (2 - points.y[q]);
    }
  };
}

const ReynoldsStress channel_like{0.04, 0.01, 0.02, -0.008, 0.003, 0.002};

struct Extent {
  double through = 0, inside = 0, on_walls = 0;
};

/// What passes through the boundary, and the largest component inside of it and where it ends.
Extent extent_of(SyntheticTurbulence& turbulence, const space::Boundary& inlet, double t) {
  Extent extent;
  std::vector<double> values;
  for (int d = 0; d < 3; ++d) {
    const auto component = [&](const space::Points& points, double time, std::span<double> out) {
      std::ranges::fill(out, 0.0);
      turbulence.add(d, points, time, out);
      for (std::size_t q = 0; q < out.size(); ++q) {
        double& largest = points.y[q] == 0 || points.y[q] == 2 ? extent.on_walls : extent.inside;
        largest = std::max(largest, std::abs(out[q]));
      }
    };
    inlet.evaluate(component, t, values);
    for (std::size_t i = 0; i < values.size(); ++i)
      extent.through += inlet.weights()[i] * inlet.normal(d)[i] * values[i];
  }
  return extent;
}

TEST(SyntheticTurbulence, HasNoNetFluxAndVanishesWhereItsIntensityDoes) {
  const auto world = comm::Communicator::world();
  const Block block{{0, 0, 0}, {1, 2, 0.8}, {2, 3, 2}, {false, false, true}};
  const space::FunctionSpace space(block.mesh(6, world), world);
  const space::Boundary inlet(space, 0);
  for (const auto& factor : {isotropic_factor(0.2), stress_factor(channel_like, 0).value()}) {
    SyntheticTurbulence turbulence({.length = 0.3,
                                    .convection = {1, 0, 0},
                                    .n_waves = 100,
                                    .seed = 4,
                                    .periods = {std::nullopt, std::nullopt, 0.8}},
                                   factor_of(factor), {}, space, 0);
    for (const double t : {0.0, 0.4, 17.3}) {
      const Extent extent = extent_of(turbulence, inlet, t);
      EXPECT_NEAR(world.sum(extent.through), 0, 1e-13);
      EXPECT_LT(world.max(extent.on_walls), 1e-14);
      EXPECT_GT(world.max(extent.inside), 0.1);
    }
  }
}

/// Between nodes it is the function that it is at them.
TEST(SyntheticTurbulence, IsTheSameWithAndWithoutNodes) {
  const auto world = comm::Communicator::world();
  const Block block{{0, 0, 0}, {1, 2, 0.8}, {2, 3, 2}, {false, false, false}};
  const space::FunctionSpace space(block.mesh(4, world), world);
  const auto mean = function_of_place([](const test::Point& x) { return 1 + x[1]; });
  SyntheticTurbulence turbulence({.length = 0.3, .convection = {1, 0, 0}},
                                 factor_of(stress_factor(channel_like, 0).value()),
                                 {mean, mean, mean}, space, 0);
  const space::Boundary inlet(space, 0);
  std::vector<double> at_nodes, between;
  for (int d = 0; d < 3; ++d) {
    const auto component = [&](space::Points points, double t, std::span<double> out) {
      std::ranges::fill(out, 0.0);
      turbulence.add(d, points, t, out);
    };
    inlet.evaluate(component, 0.7, at_nodes);
    inlet.evaluate(
        [&](space::Points points, double t, std::span<double> out) {
          points.nodes = {};
          component(points, t, out);
        },
        0.7, between);
    for (std::size_t i = 0; i < at_nodes.size(); ++i) EXPECT_NEAR(at_nodes[i], between[i], 1e-12);
  }
}

/// At one node, over seeds and times that are 10 L / c apart: the mean of n independent products of
/// normal variables has a variance of (R_ii R_jj + R_ij^2) / n. The face is so large that what is
/// taken off for the net flux counts for little.
TEST(SyntheticTurbulence, HasTheReynoldsStresses) {
  const auto self = comm::Communicator::self();
  const Block block{{0, 0, 0}, {1, 2, 4}, {1, 2, 2}, {false, false, false}};
  const space::FunctionSpace space(block.mesh(2, self), self);
  const auto factor = stress_factor(channel_like, 0).value();
  constexpr int n_seeds = 12, n_times = 500;
  std::array<std::array<double, 3>, 3> mean{};
  for (int seed = 1; seed <= n_seeds; ++seed) {
    SyntheticTurbulence turbulence(
        {.length = 0.1, .convection = {1, 0, 0}, .n_waves = 60, .seed = seed}, factor_of(factor),
        {}, space, 0);
    const space::Boundary inlet(space, 0);
    for (int i = 0; i < n_times; ++i) {
      std::array<double, 3> u{};
      for (int d = 0; d < 3; ++d) {
        std::vector<double> values;
        inlet.evaluate(
            [&](const space::Points& points, double t, std::span<double> out) {
              std::ranges::fill(out, 0.0);
              turbulence.add(d, points, t, out);
            },
            i, values);
        u[d] = values[2];  // y = 1, where the factor is the given one
      }
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) mean[a][b] += u[a] * u[b] / (n_seeds * n_times);
    }
  }
  const auto& [uu, vv, ww, uv, uw, vw] = channel_like;
  const double expected[3][3] = {{uu, uv, uw}, {uv, vv, vw}, {uw, vw, ww}};
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      EXPECT_NEAR(
          mean[a][b], expected[a][b],
          4 * std::sqrt((expected[a][a] * expected[b][b] + expected[a][b] * expected[a][b]) /
                        (n_seeds * n_times)))
          << a << b;
}

}  // namespace
}  // namespace lobatto::physics
