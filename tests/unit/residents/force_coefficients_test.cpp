#include "residents/observers/force_coefficients.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>
#include <sstream>

#include "base/error.hpp"
#include "support/curved_spaces.hpp"

namespace lobatto::residents {
namespace {

using test::Block;

/// Half a ring around an axis along z, from the radius 1 to 2 and 2.5 wide.
space::FunctionSpace half_ring(bool is_periodic, const comm::Communicator& world) {
  const Block block{.begin = {1, 0, 0},
                    .end = {2, std::numbers::pi, 2.5},
                    .n_elements = {2, 4, 2},
                    .periodic = {false, false, is_periodic}};
  return test::moved(block, 3, test::cylindrical, world);
}

std::vector<double> numbers_of(const std::string& columns) {
  std::istringstream text(columns);
  std::vector<double> numbers;
  for (std::string number; std::getline(text, number, ',');)
    if (!number.empty()) numbers.push_back(std::stod(number));
  return numbers;
}

std::string fault_of(const ForceReference& reference, const std::string& boundary,
                     const space::FunctionSpace& space) {
  try {
    reference_area(reference, {boundary}, space);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

TEST(ForceCoefficients, AreTheForceOverThePressureOfTheFlowOnTheArea) {
  const auto world = comm::Communicator::world();
  const auto space = half_ring(true, world);
  const ForceReference reference{.density = 3, .velocity = 2, .length = 4, .direction = {2, 0, 0}};
  const double area = reference_area(reference, {"x_min"}, space);
  EXPECT_NEAR(area, 4 * 2.5, 1e-12);
  const ForceCoefficients coefficients(reference, area, space);
  const auto found = numbers_of(coefficients.values({1, 2, 7}, {0.5, -5, 7}));
  // Drag along x and lift along y, of the density 3; 3 * 2^2 * 10 / 2 = 60.
  const std::vector<double> expected{4.5, -9, 0.075, -0.15};
  ASSERT_EQ(found.size(), 4u);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(found[i], expected[i], 1e-12);
}

TEST(ForceCoefficients, HaveLiftAcrossDragAndSpanOnThePositiveSide) {
  const auto world = comm::Communicator::world();
  const auto lift_of = [&](const base::Vector3& direction, const Block& block) {
    const space::FunctionSpace space(block.mesh(2, world), world);
    const ForceReference reference{.velocity = 1, .area = 2, .direction = direction};
    const ForceCoefficients coefficients(reference, 2, space);
    return numbers_of(coefficients.values({2, 3, 5}, {}))[1];
  };
  const Block along_y{.n_elements = {2, 3, 2}, .periodic = {false, true, false}};
  EXPECT_NEAR(lift_of({1, 0, 0}, along_y), 5, 1e-12);
  EXPECT_NEAR(lift_of({0, 0, -1}, along_y), 2, 1e-12);
  EXPECT_NEAR(lift_of({1, 0, 0}, test::cube_232), 3, 1e-12);
  EXPECT_NEAR(lift_of({0, 0, 1}, test::cube_232), 3, 1e-12);
  EXPECT_NEAR(lift_of({0, -1, 0}, test::cube_232), 2, 1e-12);
}

TEST(ForceCoefficients, NeedAnAreaWhereLengthTimesSpanIsNone) {
  const auto world = comm::Communicator::world();
  const ForceReference by_length{.velocity = 1, .length = 1};
  EXPECT_EQ(fault_of(by_length, "x_min", half_ring(false, world)),
            "has no area, and length times span is none: the flow is periodic in no direction; "
            "expected area = ...");
  const auto is_said = [&](const space::FunctionSpace& space, const char* boundary,
                           const char* what) {
    return fault_of(by_length, boundary, space).find(what) != std::string::npos;
  };
  const space::FunctionSpace channel(test::slab_322.mesh(2, world), world);
  EXPECT_TRUE(is_said(channel, "x_min", "periodic in 2 directions"));
  // A body that ends within the period.
  auto space = half_ring(true, world);
  space.split_boundary(0, "body", test::function_of_place([](const test::Point& x) {
                         return x[2] < 1.25 ? 1.0 : 0.0;
                       }));
  EXPECT_TRUE(is_said(space, "body", "reach 1.25 along z, the period is 2.5"));
  const ForceReference by_area{.velocity = 1, .length = 1, .area = 0.3};
  EXPECT_EQ(reference_area(by_area, {"body"}, space), 0.3);
}

}  // namespace
}  // namespace lobatto::residents
