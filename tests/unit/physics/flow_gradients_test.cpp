#include "physics/flow_gradients.hpp"

#include <gtest/gtest.h>
#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/curved_spaces.hpp"

namespace lobatto::physics {
namespace {

using test::Point;

/// S^2 + W^2 by its definition, the middle one of LAPACK's eigenvalues.
double lambda2_by_lapack(const GradientTensor& a) {
  std::array<double, 9> sum{}, eigenvalues{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) {
        const double s_ik = 0.5 * (a[i][k] + a[k][i]), s_kj = 0.5 * (a[k][j] + a[j][k]);
        const double w_ik = 0.5 * (a[i][k] - a[k][i]), w_kj = 0.5 * (a[k][j] - a[j][k]);
        sum[3 * i + j] += s_ik * s_kj + w_ik * w_kj;
      }
  EXPECT_EQ(LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'U', 3, sum.data(), 3, eigenvalues.data()), 0);
  return eigenvalues[1];
}

TEST(Lambda2, IsTheMiddleEigenvalueOfAnyGradient) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> value(-2, 2);
  for (int trial = 0; trial < 200; ++trial) {
    GradientTensor a{};
    for (auto& row : a)
      for (double& slope : row) slope = value(random);
    EXPECT_NEAR(lambda2(a), lambda2_by_lapack(a), 1e-12);
  }
}

TEST(VortexCriteria, KnowRotationFromShearAndStrain) {
  const double rate = 1.5;
  const GradientTensor rotation{{{0, -rate, 0}, {rate, 0, 0}, {0, 0, 0}}};
  EXPECT_DOUBLE_EQ(q_criterion(rotation), rate * rate);
  EXPECT_DOUBLE_EQ(vorticity(rotation)[2], 2 * rate);
  EXPECT_NEAR(lambda2(rotation), -rate * rate, 1e-14);
  const GradientTensor shear{{{0, rate, 0}, {0, 0, 0}, {0, 0, 0}}};
  EXPECT_DOUBLE_EQ(q_criterion(shear), 0.0);
  EXPECT_NEAR(lambda2(shear), 0.0, 1e-14);
  const GradientTensor strain{{{rate, 0, 0}, {0, -rate, 0}, {0, 0, 0}}};
  EXPECT_DOUBLE_EQ(q_criterion(strain), -rate * rate);
  EXPECT_NEAR(lambda2(strain), rate * rate, 1e-14);
  EXPECT_EQ(lambda2(GradientTensor{}), 0.0);
}

/// u = (x y, y z + x^2, x z - y) has slopes that are polynomials, exact on any element.
GradientTensor slopes_at(const Point& x) {
  return {{{x[1], x[0], 0}, {2 * x[0], x[2], x[1]}, {x[2], -1, x[0]}}};
}

TEST(GradientQuantities, AreThoseOfKnownFieldsOnBoxesAndCurvedElements) {
  const auto world = comm::Communicator::world();
  const test::Block block{.n_elements = {2, 3, 2}};
  const space::FunctionSpace box(block.mesh(4, world), world);
  const auto bent = test::moved(block, 5, test::affine, world);
  for (const auto* space : {&box, &bent}) {
    auto velocity = space->make_vector_field();
    const auto set = [&](int c, auto f) {
      space->evaluate(test::function_of_place(f), 0, velocity[c]);
    };
    set(0, [](const Point& x) { return x[0] * x[1]; });
    set(1, [](const Point& x) { return x[1] * x[2] + x[0] * x[0]; });
    set(2, [](const Point& x) { return x[0] * x[2] - x[1]; });
    std::vector<std::size_t> wanted;
    std::vector<space::Field> fields;
    std::vector<std::span<double>> out;
    for (std::size_t i = 0; i < gradient_quantities().size(); ++i) {
      wanted.push_back(i);
      fields.emplace_back(space->size());
    }
    for (auto& field : fields) out.emplace_back(field);
    evaluate_gradient_quantities(*space, {velocity[0], velocity[1], velocity[2]}, wanted, out);
    average_where_elements_meet(*space, out);
    std::array<std::vector<double>, 3> x;
    double difference = 0;
    for (int e = 0; e < space->n_elements(); ++e) {
      space->element_points(e, x);
      for (std::size_t q = 0; q < space->element_size(); ++q) {
        const auto a = slopes_at({x[0][q], x[1][q], x[2][q]});
        const std::size_t at = e * space->element_size() + q;
        const auto compare = [&](std::size_t i, double expected) {
          difference = std::max(difference, std::abs(fields[i][at] - expected));
        };
        for (std::size_t i = 0; i < 9; ++i) compare(i, a[i / 3][i % 3]);
        for (std::size_t d = 0; d < 3; ++d) compare(9 + d, vorticity(a)[d]);
        compare(12, q_criterion(a));
        // Where two eigenvalues meet, half of the digits are lost.
        EXPECT_NEAR(fields[13][at], lambda2(a), 1e-6);
      }
    }
    EXPECT_LT(difference, 1e-10);
  }
}

TEST(AverageWhereElementsMeet, WeighsWithTheMassAndKeepsContinuousFields) {
  const auto world = comm::Communicator::world();
  // Two elements of lengths 1 and 3 along x: the jump at x = 1 becomes (1 * 0 + 3 * 4) / 4.
  std::array<mesh::Axis, 3> axes{mesh::Axis{{0, 1, 4}, false}, mesh::Axis{{0, 1, 2, 3}, false},
                                 mesh::Axis{{0, 1, 2, 3}, false}};
  const space::FunctionSpace space(mesh::make_box_mesh(axes, 3, world.rank(), world.size()), world);
  auto field = space.make_field();
  std::array<std::vector<double>, 3> x;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, x);
    const bool is_right = *std::ranges::max_element(x[0]) > 2;
    for (std::size_t q = 0; q < space.element_size(); ++q)
      field[e * space.element_size() + q] = is_right ? 4.0 : 0.0;
  }
  const std::array<std::span<double>, 1> fields{field};
  average_where_elements_meet(space, fields);
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, x);
    for (std::size_t q = 0; q < space.element_size(); ++q) {
      const double expected = std::abs(x[0][q] - 1) < 1e-12 ? 3.0 : (x[0][q] > 1 ? 4.0 : 0.0);
      EXPECT_NEAR(field[e * space.element_size() + q], expected, 1e-13);
    }
  }
}

}  // namespace
}  // namespace lobatto::physics
