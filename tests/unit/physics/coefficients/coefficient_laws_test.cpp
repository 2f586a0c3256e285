// What coefficients are made of: regions, and eddies on top of the fluid's own value.
#include <gtest/gtest.h>

#include <algorithm>

#include "physics/closures/subgrid_viscosity.hpp"
#include "physics/coefficients/composed_laws.hpp"
#include "support/box_with_regions.hpp"
#include "support/curved_spaces.hpp"

namespace lobatto::physics {
namespace {

/// base + t, everywhere.
class GrowingLaw final : public CoefficientLaw {
 public:
  GrowingLaw(double base, Dependence dependence) : base_(base), dependence_(dependence) {}
  [[nodiscard]] Dependence dependence() const override { return dependence_; }
  void evaluate(const state::State& /*state*/, double t, std::span<double> k) override {
    std::ranges::fill(k, base_ + t);
  }

 private:
  double base_;
  Dependence dependence_;
};

CoefficientSettings growing(double base, Dependence dependence = Dependence::time) {
  return {std::make_shared<GrowingLaw>(base, dependence)};
}

/// Elements of the unit cube, of solids "a" and "b" above z = 1/2, apart at y = 1/2.
space::FunctionSpace with_solids(const comm::Communicator& world) {
  std::array<mesh::Axis, 3> axes;
  for (auto& axis : axes) axis = {mesh::uniform_ticks(0, 1, 2), false};
  const mesh::Regions regions{{"a", "b"}, {0, 0, 0, 0, 1, 1, 2, 2}};
  return {test::box_with_regions(axes, 3, world, regions), world};
}

class CoefficientLawsTest : public ::testing::Test {
 protected:
  comm::Communicator world = comm::Communicator::world();
  space::FunctionSpace space = with_solids(world);
  state::State state{space, 3};
  space::Field k = space.make_field();
};

TEST_F(CoefficientLawsTest, EveryRegionHasItsOwn) {
  RegionalLaw law({growing(7), 0.25, 3.0});
  law.evaluate(state, 0.5, k);
  const std::array expected{7.5, 0.25, 3.0};
  for (int e = 0; e < space.n_elements(); ++e)
    for (std::size_t q = 0; q < space.element_size(); ++q)
      EXPECT_EQ(k[e * space.element_size() + q], expected[space.region(e)]);
}

TEST_F(CoefficientLawsTest, RegionsDependOnWhatAnyOfThemDoes) {
  const auto of = [](std::vector<CoefficientSettings> regions) {
    return RegionalLaw(std::move(regions)).dependence();
  };
  EXPECT_EQ(of({1.0, 2.0, 3.0}), Dependence::place);
  EXPECT_EQ(of({growing(1), 2.0, growing(3, Dependence::place)}), Dependence::time);
  EXPECT_EQ(of({growing(1), growing(2, Dependence::solution), 3.0}), Dependence::solution);
}

TEST_F(CoefficientLawsTest, EddiesAddTheirViscosityOverThePrandtlNumber) {
  auto& eddies = state.declare(SubgridViscosity::name, {});
  space.evaluate(test::function_of_place([](const test::Point& x) { return x[0] - 0.5; }), 0,
                 eddies.now());
  for (const bool is_law : {false, true}) {
    const CoefficientSettings molecular = is_law ? growing(0.1) : CoefficientSettings(0.3);
    TurbulentLaw law(molecular, 0.8, Dependence::solution);
    EXPECT_EQ(law.dependence(), Dependence::solution);
    EXPECT_EQ(TurbulentLaw(molecular, 0.8, Dependence::place).dependence(),
              is_law ? Dependence::time : Dependence::place);
    law.evaluate(state, 0.2, k);
    double least = 1, most = 0;
    for (std::size_t q = 0; q < k.size(); ++q) {
      const double sum = 0.3 + eddies.now()[q] / 0.8;
      EXPECT_NEAR(k[q], std::max(sum, 0.003), 1e-15);  // a hundredth of 0.3 at least
      least = std::min(least, k[q]);
      most = std::max(most, k[q]);
    }
    // Both happen: at x = 0 the sum is negative.
    EXPECT_NEAR(-world.max(-least), 0.003, 1e-15);
    EXPECT_NEAR(world.max(most), 0.3 + 0.5 / 0.8, 1e-14);
  }
}

}  // namespace
}  // namespace lobatto::physics
