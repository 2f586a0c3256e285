// Steady flows that are known, and that a run in time leaves.
#include "stability/base_flow_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "searched_run.hpp"
#include "support/added_terms.hpp"

namespace lobatto::stability {
namespace {

using std::numbers::pi;
using test::function_of_place;
using test::Point;

/// A layer of fluid that is heated from below beyond the onset of convection, Ra 1708: at rest,
/// with 1 - y as its temperature, it is steady and unstable. Begun beside that.
SearchedRun heated_layer(double rayleigh, const BaseFlowSettings& how) {
  auto faces = test::channel_faces();
  auto settings = test::settings_of(faces, 1.0);
  settings.scalars = {test::insulated("T", 1.0)};
  settings.scalars[0].faces[2] = {physics::ScalarCondition::value, test::constant(1), false};
  settings.scalars[0].faces[3] = {physics::ScalarCondition::value, nothing, false};
  settings.additions = {test::buoyancy({0, rayleigh, 0.3, {0, 1, 0}})};
  const auto u = function_of_place(
      [](const Point& x) { return 0.3 * std::sin(pi * x[0]) * std::sin(2 * pi * x[1]); });
  const auto temperature = function_of_place(
      [](const Point& x) { return 1 - x[1] + 0.05 * std::cos(pi * x[0]) * std::sin(pi * x[1]); });
  return {{{0, 0, 0}, {2, 1, 1}, {2, 2, 1}, {true, false, true}},
          6,
          settings,
          {u, nothing, nothing},
          {temperature},
          how};
}

const auto conduction = function_of_place([](const Point& x) { return 1 - x[1]; });
const BaseFlowSettings of_layer{.krylov_vectors = 30, .propagation = {20, 0.04}};

/// A force that turns with y drives a flow U = c + sin y, which is unstable beyond a Reynolds
/// number of about 2 in a box that is twice as long as it is high (Meshalkin & Sinai 1961): here it
/// is 4. The mode that grows is carried along by c, and has the frequency c / 2.
SearchedRun kolmogorov_flow(const BaseFlowSettings& how, double distance, double c = 0) {
  auto settings = test::settings_of(test::faces_of(physics::VelocityCondition::periodic), 0.25);
  settings.body_force = {
      {function_of_place([](const Point& x) { return 0.25 * std::sin(x[1]); }), nothing, nothing}};
  const auto u = function_of_place([=](const Point& x) { return c + std::sin(x[1]); });
  const auto v = function_of_place([=](const Point& x) { return distance * std::cos(x[0] / 2); });
  return {{{0, 0, 0}, {4 * pi, 2 * pi, 1}, {4, 2, 1}, {true, true, true}},
          8,
          settings,
          {u, v, nothing},
          {},
          how};
}

const auto sine = function_of_place([](const Point& x) { return std::sin(x[1]); });

/// The exponents q of |f_k+1| = C |f_k|^q, as far as changes are above what differences carry.
std::vector<double> orders_of(const BaseFlowSearch& search) {
  std::vector<double> orders;
  const auto& all = search.iterates();
  for (std::size_t k = 2; k < all.size() && all[k].change > 1e-10; ++k)
    orders.push_back(std::log(all[k].change / all[k - 1].change) /
                     std::log(all[k - 1].change / all[k - 2].change));
  return orders;
}

TEST(BaseFlowSearch, FindsTheFluidAtRestBeyondTheOnsetOfConvection) {
  auto layer = heated_layer(2600, of_layer);
  layer.finish();
  ASSERT_TRUE(layer.search->is_converged());
  EXPECT_EQ(layer.search->progress(), 1);
  EXPECT_LT(layer.run.error(layer.run.field("T"), conduction), 1e-9);
  EXPECT_LT(layer.run.error(layer.run.field("velocity", 1), nothing), 1e-8);
}

// Too few vectors, and the flow is left: then it is not said to be steady.
TEST(BaseFlowSearch, EndsWithoutAResultAfterItsPropagations) {
  auto how = of_layer;
  how.max_propagations = 4;
  auto layer = heated_layer(2600, how);
  layer.finish();
  EXPECT_EQ(layer.search->n_propagations(), 4);
  EXPECT_FALSE(layer.search->is_converged());
  EXPECT_LT(layer.search->progress(), 1.01);
}

TEST(BaseFlowSearch, ConvergesQuadraticallyToAnUnstableShearFlow) {
  auto flow = kolmogorov_flow({.krylov_vectors = 30, .propagation = {50, 1.0}}, 0.3);
  flow.finish();
  ASSERT_TRUE(flow.search->is_converged());
  EXPECT_LT(flow.run.error(flow.run.field("velocity"), sine), 1e-6);
  EXPECT_LE(flow.search->iterates().size(), 7u);
  const auto orders = orders_of(*flow.search);
  ASSERT_GE(orders.size(), 1u);
  for (const double order : orders) EXPECT_GT(order, 1.5);
}

double rms_of_v(const SearchedRun& run) { return run.run.space.rms(run.run.field("velocity", 1)); }

// Both flows are left by a run in time, the second one by waves.
TEST(BaseFlowSearch, IsOfFlowsThatPerturbationsLeave) {
  auto layer = heated_layer(2600, of_layer), flow = kolmogorov_flow({}, 1e-3, 2);
  const auto grows = [](SearchedRun& run, double dt, int n_steps) {
    for (int n = 0; n < n_steps; ++n) run.run.flow.step(dt);
    const double before = rms_of_v(run);
    for (int n = 0; n < n_steps; ++n) run.run.flow.step(dt);
    return rms_of_v(run) / before;
  };
  EXPECT_GT(grows(layer, 0.002, 100), 1.1);
  EXPECT_GT(grows(flow, 0.02, 600), 1.1);
}

// The same flow as Newton's method finds.
TEST(BaseFlowSearch, DampsWhatGrowsAndOscillates) {
  auto flow = kolmogorov_flow({.method = BaseFlowMethod::damping,
                               .tolerance = 1e-6,
                               .max_propagations = 400,
                               .gain = 0.5,
                               .filter_width = 2,
                               .propagation = {50, 1.0}},
                              0.05, 2);
  const double at_begin = rms_of_v(flow);
  flow.finish();
  EXPECT_TRUE(flow.search->is_converged()) << flow.search->iterates().back().change;
  EXPECT_LT(rms_of_v(flow), 1e-3 * at_begin);
}

// The same flow, whose mode grows without frequency.
TEST(BaseFlowSearch, RecombinesWhatPropagationsHaveShown) {
  auto how = of_layer;
  how.method = BaseFlowMethod::boostconv;
  auto layer = heated_layer(2600, how);
  layer.finish();
  ASSERT_TRUE(layer.search->is_converged()) << layer.search->iterates().back().change;
  EXPECT_LT(layer.run.error(layer.run.field("T"), conduction), 1e-9);
  EXPECT_LT(layer.search->n_propagations(), 100);
}

// The steps, and not only their sum: what was found has its past.
TEST(BaseFlowSearch, FindsAFlowThatTheNextStepDoesNotChange) {
  auto layer = heated_layer(2600, of_layer);
  layer.finish();
  const auto before = layer.run.field("T");
  layer.run.flow.step(layer.dt);
  double change = 0;
  for (std::size_t q = 0; q < before.size(); ++q)
    change = std::max(change, std::abs(layer.run.field("T")[q] - before[q]));
  EXPECT_LT(layer.run.world.max(change) / layer.dt, 1e-8);
}

// From the middle of a propagation for a derivative.
TEST(BaseFlowSearch, GoesOnBitForBit) {
  auto whole = heated_layer(2600, of_layer), rest = heated_layer(2600, of_layer);
  expect_to_go_on(whole, rest, 72, 3);
}

TEST(BaseFlowSearch, GoesOnBitForBitWithBoostConv) {
  auto how = of_layer;
  how.method = BaseFlowMethod::boostconv;
  how.krylov_vectors = 4;
  how.tolerance = 1e-3;
  auto whole = heated_layer(2600, how), rest = heated_layer(2600, how);
  expect_to_go_on(whole, rest, 132, 6);
}

}  // namespace
}  // namespace lobatto::stability
