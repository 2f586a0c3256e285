#include "physics/solvers/assembled_helmholtz.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "space/element_operators.hpp"
#include "support/curved_spaces.hpp"
#include "support/weak_forms.hpp"

namespace lobatto::physics {
namespace {

using poly::EndCondition;
using test::Block;
using test::function_of_place;
using test::Point;

const Block box{{0, 0, 0}, {2, 1, 1}, {2, 2, 3}, {false, false, true}};
const kernels::HelmholtzCoefficients coefficients{3.0, 0.4};

class AssembledHelmholtzOn : public testing::TestWithParam<bool> {
 protected:
  [[nodiscard]] space::FunctionSpace make_space() const {
    if (GetParam()) return test::moved(box, 4, test::wavy, world_);
    return {box.mesh(4, world_), world_};
  }
  [[nodiscard]] space::Field wave(double seed) const {
    auto field = space_.make_field();
    space_.evaluate(function_of_place([seed](const Point& x) {
                      return std::sin(seed + 9 * x[0] - 5 * x[1] + 7 * x[0] * x[1]) *
                             std::cos(2 * std::numbers::pi * x[2] + seed);
                    }),
                    0, field);
    space_.make_continuous(field);
    return field;
  }
  [[nodiscard]] double inner(const AssembledHelmholtz& a, const space::Field& x,
                             const space::Field& y) const {
    double sum = 0;
    for (std::size_t q = 0; q < x.size(); ++q) sum += a.inverse_multiplicity()[q] * x[q] * y[q];
    return world_.sum(sum);
  }
  comm::Communicator world_ = comm::Communicator::world();
  space::FunctionSpace space_ = make_space();
  space::BoundaryConditions conditions_{EndCondition::dirichlet, EndCondition::neumann,
                                        EndCondition::neumann,   EndCondition::dirichlet,
                                        EndCondition::neumann,   EndCondition::neumann};
  space::BoundaryConditions natural_ =
      space::BoundaryConditions(mesh::n_faces, EndCondition::neumann);
};

TEST_P(AssembledHelmholtzOn, IsTheSumOfItsElementsAndZeroWhereHeld) {
  AssembledHelmholtz a(space_, conditions_);
  a.set_coefficients(coefficients);
  const auto x = wave(1), mask = space::dirichlet_mask(space_, conditions_);
  auto y = space_.make_field();
  a.multiply(x, y);
  auto expected = test::helmholtz_image(space_, coefficients.sigma, coefficients.nu, x);
  space_.gather_scatter().add(expected);
  for (std::size_t q = 0; q < y.size(); ++q) EXPECT_NEAR(y[q], mask[q] * expected[q], 1e-12);
}

TEST_P(AssembledHelmholtzOn, IsSymmetricAndPositive) {
  AssembledHelmholtz a(space_, conditions_);
  a.set_coefficients(coefficients);
  auto x = wave(1), y = wave(2), image_of_x = space_.make_field(), image_of_y = x;
  for (auto* field : {&x, &y}) a.zero_dirichlet(*field);
  a.multiply(x, image_of_x);
  a.multiply(y, image_of_y);
  const double energy = inner(a, x, image_of_x);
  EXPECT_NEAR(inner(a, x, image_of_y), inner(a, y, image_of_x), 1e-12 * energy);
  EXPECT_GT(energy, 0);
}

// f . A f = sigma int f^2 + nu int |grad f|^2, for f = x.
TEST_P(AssembledHelmholtzOn, BlocksReturnTheirEnergy) {
  AssembledHelmholtz a(space_, natural_, 2 * space_.element_size());
  a.set_coefficients(coefficients);
  auto x = space_.make_field(), w = space_.make_field();
  space_.evaluate(function_of_place([](const Point& p) { return p[0]; }), 0, x);
  double sum = 0, expected = 0;
  for (const auto& block : a.order().blocks()) sum += a.multiply_block(block, x.data(), w.data());
  for (std::size_t q = 0; q < x.size(); ++q) expected += x[q] * w[q];
  EXPECT_NEAR(world_.sum(sum), world_.sum(expected), 1e-12);
  auto square = x;
  for (double& value : square) value *= value;
  EXPECT_NEAR(world_.sum(sum),
              coefficients.sigma * space_.integrate(square) + coefficients.nu * space_.volume(),
              1e-6);
}

TEST_P(AssembledHelmholtzOn, HasNoStiffnessForConstants) {
  AssembledHelmholtz a(space_, natural_);
  a.set_coefficients({0.0, 1.0});
  auto one = space_.make_field(), image = space_.make_field();
  one.fill(1);
  a.multiply(one, image);
  EXPECT_LT(space_.max_abs(image), 1e-12);
}

// What the nodes of some ids have on the diagonal is what a unit vector there gets back.
TEST_P(AssembledHelmholtzOn, TheDiagonalIsThatOfUnitVectors) {
  AssembledHelmholtz a(space_, natural_);
  a.set_coefficients(coefficients);
  auto diagonal = space_.make_field(), unit = space_.make_field(), image = space_.make_field();
  a.diagonal(diagonal);
  const auto ids = space_.node_ids();
  for (const std::int64_t id : {0, 4, 37, 210, 555}) {
    for (std::size_t q = 0; q < ids.size(); ++q) unit[q] = ids[q] == id ? 1 : 0;
    ASSERT_EQ(space_.max_abs(unit), 1);
    a.multiply(unit, image);
    for (std::size_t q = 0; q < ids.size(); ++q)
      EXPECT_NEAR(unit[q] * image[q], unit[q] * diagonal[q], 1e-12);
  }
}

// sum_q weight_q (B f)_q^2 is the mean of f^2.
TEST_P(AssembledHelmholtzOn, MeasuresResidualsAsFunctions) {
  AssembledHelmholtz a(space_, conditions_);
  const auto f = wave(3), weight = a.residual_weight();
  auto r = space_.make_field();
  space::multiply_by_mass(space_, 0, space_.n_elements(), f.data(), r.data());
  space_.gather_scatter().add(r);
  double sum = 0;
  for (std::size_t q = 0; q < r.size(); ++q) sum += weight[q] * r[q] * r[q];
  const double rms = space_.rms(f);
  EXPECT_NEAR(world_.sum(sum), rms * rms, 1e-13);
}

// As many values at a time as one likes.
TEST_P(AssembledHelmholtzOn, DoesNotDependOnItsBlocks) {
  AssembledHelmholtz small(space_, conditions_, 1), large(space_, conditions_, 1 << 20);
  const auto x = wave(4);
  auto y = space_.make_field(), z = space_.make_field();
  for (auto* a : {&small, &large}) a->set_coefficients(coefficients);
  small.multiply(x, y);
  large.multiply(x, z);
  for (std::size_t q = 0; q < y.size(); ++q) EXPECT_NEAR(y[q], z[q], 1e-13);
}

INSTANTIATE_TEST_SUITE_P(BoxAndCurved, AssembledHelmholtzOn, testing::Bool(),
                         [](const auto& with) { return with.param ? "Curved" : "Box"; });

}  // namespace
}  // namespace lobatto::physics
