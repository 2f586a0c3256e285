#include "space/helmholtz_operator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "support/curved_spaces.hpp"
#include "support/weak_forms.hpp"

namespace lobatto::space {
namespace {

using test::Block;
using test::Point;

const Block graded_block{{-1, 0, 2}, {1, 3, 2.5}, {2, 1, 2}};

/// Axis-aligned, and curved.
std::vector<FunctionSpace> both_geometries(int order, const comm::Communicator& communicator) {
  return {FunctionSpace(graded_block.mesh(order, communicator), communicator),
          test::moved(graded_block, order, test::wavy, communicator)};
}

TEST(HelmholtzOperator, DiagonalIsThatOfTheMatrix) {
  const auto self = comm::Communicator::self();
  for (const int order : {1, 2, 3, 6}) {
    for (const FunctionSpace& space : both_geometries(order, self)) {
      const auto helmholtz = make_helmholtz_operator(space);
      const std::size_t size = space.element_size();
      for (const auto& [sigma, nu] : {std::pair{1.3, 0.2}, {0.0, 1.0}, {2.0, 0.0}}) {
        std::vector<double> diagonal(space.size(), -7.0), unit(size, 0.0), column(size);
        helmholtz->diagonal({sigma, nu}, diagonal);
        for (int e = 0; e < space.n_elements(); ++e) {
          for (std::size_t q = 0; q < size; ++q) {
            unit[q] = 1;
            const double energy = helmholtz->apply(e, 1, {sigma, nu}, unit.data(), column.data());
            unit[q] = 0;
            const double value = diagonal[e * size + q];
            ASSERT_NEAR(column[q] / value, 1, 1e-12) << "order " << order << ", node " << q;
            ASSERT_NEAR(energy / value, 1, 1e-12);
          }
        }
      }
    }
  }
}

/// Of all nodes, positive.
Field varying(const FunctionSpace& space) {
  Field k = space.make_field();
  space.evaluate(test::function_of_place([](const Point& x) {
                   return 1.5 + std::sin(2 * x[0] - x[1]) * std::cos(x[2]);
                 }),
                 0, k);
  return k;
}

TEST(HelmholtzOperator, OfAFieldIntegratesItTimesTheProductOfGradients) {
  const auto self = comm::Communicator::self();
  for (const FunctionSpace& space : both_geometries(5, self)) {
    const std::size_t size = space.element_size();
    ScaledStiffness stiffness(space);
    const auto helmholtz = make_helmholtz_operator(space, stiffness);
    const Field k = varying(space);
    stiffness.update(k);
    Field u = space.make_field();
    space.evaluate(
        test::function_of_place([](const Point& x) { return std::sin(3 * x[0] + x[1]) * x[2]; }), 0,
        u);
    const Field expected = test::helmholtz_image(space, 0.7, k, u);
    std::vector<double> found(size);
    for (int e = 0; e < space.n_elements(); ++e) {
      helmholtz->apply(e, 1, {0.7, 1.0}, u.data() + e * size, found.data());
      for (std::size_t q = 0; q < size; ++q) EXPECT_NEAR(found[q], expected[e * size + q], 1e-12);
    }
  }
}

TEST(HelmholtzOperator, OfAFieldHasTheDiagonalOfItsMatrixAfterEachUpdate) {
  const auto self = comm::Communicator::self();
  for (const FunctionSpace& space : both_geometries(3, self)) {
    const std::size_t size = space.element_size();
    ScaledStiffness stiffness(space);
    const auto helmholtz = make_helmholtz_operator(space, stiffness);
    Field k = varying(space);
    for (int update = 1; update <= 2; ++update) {
      stiffness.update(k);
      EXPECT_EQ(stiffness.version(), update);
      EXPECT_NEAR(stiffness.mean(), space.mean(k), 1e-14);
      std::vector<double> diagonal(space.size()), unit(size, 0.0), column(size);
      helmholtz->diagonal({1.3, 1.0}, diagonal);
      for (int e = 0; e < space.n_elements(); ++e) {
        for (std::size_t q = 0; q < size; ++q) {
          unit[q] = 1;
          helmholtz->apply(e, 1, {1.3, 1.0}, unit.data(), column.data());
          unit[q] = 0;
          ASSERT_NEAR(column[q] / diagonal[e * size + q], 1, 1e-12);
        }
      }
      for (std::size_t q = 0; q < k.size(); ++q) k[q] *= 1 + 0.5 * static_cast<double>(q % 3);
    }
  }
}

TEST(HelmholtzOperator, IntegratesTheProductOfGradients) {
  const auto self = comm::Communicator::self();
  for (const FunctionSpace& space : both_geometries(5, self)) {
    const auto helmholtz = make_helmholtz_operator(space);
    const std::size_t size = space.element_size();
    Field u = space.make_field(), out = space.make_field();
    space.evaluate(
        test::function_of_place([](const Point& x) { return std::sin(3 * x[0] + x[1]) * x[2]; }), 0,
        u);
    double energy = helmholtz->apply(0, 1, {0.7, 0.3}, u.data(), out.data());
    energy +=
        helmholtz->apply(1, space.n_elements() - 1, {0.7, 0.3}, u.data() + size, out.data() + size);
    const Field expected = test::helmholtz_image(space, 0.7, 0.3, u);
    double expected_energy = 0, largest = 0;
    for (std::size_t q = 0; q < expected.size(); ++q) {
      EXPECT_NEAR(out[q], expected[q], 1e-12);
      expected_energy += expected[q] * u[q];
      largest = std::max(largest, std::abs(expected[q]));
    }
    EXPECT_GT(largest, 0.01);
    EXPECT_NEAR(energy / expected_energy, 1, 1e-12);
  }
}

}  // namespace
}  // namespace lobatto::space
