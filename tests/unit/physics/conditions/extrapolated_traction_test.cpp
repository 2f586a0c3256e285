#include "physics/conditions/extrapolated_traction.hpp"

#include <gtest/gtest.h>

#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Point;

constexpr std::size_t x_max = 1;

class ExtrapolatedTractionTest : public ::testing::Test {
 protected:
  std::vector<VelocityBoundaryCondition> faces(VelocityCondition kind, TractionForm form) {
    auto all = test::faces_of(VelocityCondition::wall);
    const auto none = test::function_of_place([](const Point&) { return 0.0; });
    all[x_max].kind = kind;
    all[x_max].traction = GivenVector{{none, none, none}, false};
    all[x_max].traction_form = form;
    return all;
  }
  /// The terms of the first step of a flow that has been twice as fast one level before.
  ExtrapolatedTraction of(VelocityCondition kind, TractionForm form, int order = 1) {
    ExtrapolatedTraction traction(space, faces(kind, form));
    for (const double factor : {2.0, 1.0})
      traction.record(test::field_of(space, test::vector_function(velocity), factor));
    traction.update(viscosity, step(order));
    return traction;
  }
  static time::NextStep step(int order) {
    const test::Scheme scheme(order);
    return {0.1, 0.1, scheme.steps, scheme.bdf, scheme.extrapolation};
  }
  /// int of component d times q over the face.
  template <class Function>
  double on_face(const ExtrapolatedTraction& traction, int d, Function q) {
    const auto rhs = test::right_hand_side(
        space, [&](const auto& block, double* out) { traction.add_to(d, block, out); });
    return test::tested(space, rhs, q);
  }
  /// Largest difference of the pressure's part from `expected` y.
  double pressure_error(const ExtrapolatedTraction& traction, double expected) {
    const space::Boundary face(space, x_max);
    std::vector<double> values, y;
    face.evaluate(traction.pressure_on(x_max), 0, values);
    face.evaluate(test::function_of_place([](const Point& x) { return x[1]; }), 0, y);
    double worst = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      worst = std::max(worst, std::abs(values[i] - expected * y[i]));
    return worst;
  }

  /// Without divergence; at x = 1: du/dx = 3 y, du/dy = 3, du/dz = 0.
  static Point velocity(const Point& x) { return {3 * x[0] * x[1], -1.5 * x[1] * x[1], 0}; }
  static constexpr double viscosity = 0.01;

  comm::Communicator world = comm::Communicator::world();
  space::FunctionSpace space{test::Block{}.mesh(4, world), world};
};

TEST_F(ExtrapolatedTractionTest, IsTheGradientAlongTheNormal) {
  const auto traction = of(VelocityCondition::outflow, TractionForm::gradient);
  EXPECT_LT(pressure_error(traction, viscosity * 3), 1e-13);
  EXPECT_NEAR(on_face(traction, 0, [](const Point& x) { return x[1]; }), viscosity * 3.0 / 3,
              1e-13);
  EXPECT_NEAR(on_face(traction, 1, [](const Point&) { return 1.0; }), 0, 1e-13);
}

TEST_F(ExtrapolatedTractionTest, OfTheWholeStressIsTwiceThatAndTheSlopeAlongTheFace) {
  const auto traction = of(VelocityCondition::outflow, TractionForm::stress);
  EXPECT_LT(pressure_error(traction, viscosity * 6), 1e-13);
  EXPECT_NEAR(on_face(traction, 0, [](const Point& x) { return x[1]; }), viscosity * 3.0 / 3,
              1e-13);
  EXPECT_NEAR(on_face(traction, 1, [](const Point&) { return 1.0; }), -viscosity * 3, 1e-13);
}

TEST_F(ExtrapolatedTractionTest, WhereTheTangentialVelocityIsGivenIsThatOfItsDivergence) {
  const auto under_pressure = of(VelocityCondition::tangential, TractionForm::pressure);
  EXPECT_FALSE(under_pressure.pressure_on(x_max));
  EXPECT_NEAR(on_face(under_pressure, 0, [](const Point& x) { return x[1]; }), viscosity * 3.0 / 3,
              1e-13);
  EXPECT_LT(pressure_error(of(VelocityCondition::tangential, TractionForm::stress), viscosity * 6),
            1e-13);
}

TEST_F(ExtrapolatedTractionTest, IsNothingForAPressureOrOnASlidingPlane) {
  for (const auto& traction : {of(VelocityCondition::outflow, TractionForm::pressure),
                               of(VelocityCondition::normal, TractionForm::gradient)}) {
    EXPECT_FALSE(traction.pressure_on(x_max));
    for (int d = 0; d < 3; ++d)
      EXPECT_EQ(on_face(traction, d, [](const Point&) { return 1.0; }), 0);
  }
}

// 2 * 1 - 1 * 2
TEST_F(ExtrapolatedTractionTest, IsThatOfTheNewTime) {
  EXPECT_LT(pressure_error(of(VelocityCondition::outflow, TractionForm::gradient, 2), 0), 1e-13);
}

TEST_F(ExtrapolatedTractionTest, WorksOnWhatMovesThroughTheFace) {
  const auto traction = of(VelocityCondition::outflow, TractionForm::gradient);
  const auto u = test::field_of(
      space, test::vector_function([](const Point& x) { return Point{5 * x[1], 7, 7}; }));
  EXPECT_NEAR(world.sum(traction.power(u)), viscosity * 15.0 / 3, 1e-13);
}

}  // namespace
}  // namespace lobatto::physics
