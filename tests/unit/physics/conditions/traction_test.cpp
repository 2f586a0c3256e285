#include "physics/conditions/traction.hpp"

#include <gtest/gtest.h>

#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Point;

constexpr std::size_t x_max = 1;

/// (2, y, 3 t)
VectorFunction given() {
  return {
      test::function_of_place([](const Point&) { return 2.0; }),
      test::function_of_place([](const Point& x) { return x[1]; }),
      [](const space::Points&, double t, std::span<double> out) { std::ranges::fill(out, 3 * t); }};
}

class TractionTest : public ::testing::Test {
 protected:
  std::vector<VelocityBoundaryCondition> faces(VelocityCondition kind,
                                               bool depends_on_time = true) {
    auto all = test::faces_of(VelocityCondition::wall);
    all[x_max].kind = kind;
    all[x_max].traction = GivenVector{given(), depends_on_time};
    return all;
  }
  /// int of component d times q over the face.
  template <class Function>
  double on_face(const Traction& traction, int d, Function q) {
    const auto rhs = test::right_hand_side(
        space, [&](const auto& block, double* out) { traction.add_to(d, block, out); });
    return test::tested(space, rhs, q);
  }

  comm::Communicator world = comm::Communicator::world();
  space::FunctionSpace space{test::Block{}.mesh(4, world), world};
};

// Along the face it is (0, y, 3 t): what is normal belongs to the pressure.
TEST_F(TractionTest, ActsAlongTheFaceAlone) {
  Traction traction(space, faces(VelocityCondition::outflow));
  traction.update(0.5);
  const auto q = [](const Point& x) { return x[0] * (1 + x[2]); };
  EXPECT_NEAR(on_face(traction, 0, q), 0, 1e-14);
  EXPECT_NEAR(on_face(traction, 1, q), 0.5 * 1.5, 1e-13);
  EXPECT_NEAR(on_face(traction, 2, q), 1.5 * 1.5, 1e-13);
  const auto away = [](const Point& x) { return 1 - x[0]; };
  EXPECT_NEAR(on_face(traction, 1, away), 0, 1e-14);
}

TEST_F(TractionTest, WorksOnWhatMovesAlongTheFace) {
  Traction traction(space, faces(VelocityCondition::outflow));
  traction.update(0.5);
  const auto u = test::field_of(
      space, test::vector_function([](const Point& x) { return Point{5, x[1], 2}; }));
  EXPECT_NEAR(world.sum(traction.power(u)), 1.0 / 3 + 1.5 * 2, 1e-13);
}

TEST_F(TractionTest, ThatIsSteadyIsEvaluatedOnce) {
  Traction traction(space, faces(VelocityCondition::normal, false));
  traction.update(0.5);
  traction.update(2);
  EXPECT_NEAR(on_face(traction, 2, [](const Point&) { return 1.0; }), 1.5, 1e-13);
}

TEST_F(TractionTest, IsNoneWhereTheTangentialVelocityIsGiven) {
  Traction traction(space, faces(VelocityCondition::tangential));
  traction.update(0.5);
  for (int d = 0; d < 3; ++d) EXPECT_EQ(on_face(traction, d, [](const Point&) { return 1.0; }), 0);
}

TEST_F(TractionTest, GivesThePressureItsNormalPart) {
  const space::Boundary face(space, x_max), other(space, 2);  // y_min, whose normal is -y
  std::vector<double> values;
  face.evaluate(pressure_of(given()), 0.5, values);
  for (const double value : values) EXPECT_NEAR(value, -2, 1e-15);
  other.evaluate(pressure_of(given()), 0.5, values);
  for (const double value : values) EXPECT_NEAR(value, 0, 1e-15);  // y = 0 there
}

}  // namespace
}  // namespace lobatto::physics
