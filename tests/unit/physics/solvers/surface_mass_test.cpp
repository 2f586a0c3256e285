#include "physics/solvers/surface_mass.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Point;

class SurfaceMassTest : public ::testing::Test {
 protected:
  /// h = 2 at x = 0 and h = 3 at y = 0, which share an edge.
  SurfaceMassTest() {
    for (const auto& [face, h] : {std::pair{0, 2.0}, {2, 3.0}}) {
      const space::Boundary boundary(space, face);
      std::vector<double> weighted(boundary.weights().begin(), boundary.weights().end());
      for (double& value : weighted) value *= h;
      mass.add(boundary, space.element_size(), weighted);
    }
  }
  /// p S p in blocks of so many elements; w becomes S p.
  double product(const space::Field& p, space::Field& w, std::size_t length) {
    double sum = 0;
    const std::size_t step = length * space.element_size();
    for (std::size_t first = 0; first < p.size(); first += step)
      sum += mass.add_product({first, std::min(step, p.size() - first)}, p.data(), w.data());
    return space.communicator().sum(sum);
  }

  comm::Communicator world = comm::Communicator::world();
  space::FunctionSpace space{test::Block{}.mesh(4, world), world};
  SurfaceMass mass;
};

// p = 1 + y: 2 int (1 + y)^2 dy dz + 3 int 1 dx dz.
TEST_F(SurfaceMassTest, IsTheIntegralOfSquaresOverItsParts) {
  auto p = space.make_field();
  space.evaluate(test::function_of_place([](const Point& x) { return 1 + x[1]; }), 0, p);
  for (const std::size_t length : {1, 3, 100}) {
    auto w = space.make_field();
    EXPECT_NEAR(product(p, w, length), 2 * 7.0 / 3 + 3, 1e-13) << length;
    const double tested = test::tested(space, w, [](const Point& x) { return x[0]; });
    EXPECT_NEAR(tested, 3 * 0.5, 1e-13);  // x (1 + y) is zero at x = 0
  }
}

TEST_F(SurfaceMassTest, IsDiagonal) {
  auto ones = space.make_field(), w = space.make_field(), diagonal = space.make_field();
  ones.fill(1.0);
  diagonal.fill(0.5);
  product(ones, w, 2);
  mass.add_diagonal(diagonal);
  for (std::size_t q = 0; q < w.size(); ++q) EXPECT_DOUBLE_EQ(diagonal[q], 0.5 + w[q]);
}

TEST_F(SurfaceMassTest, WithoutPartsIsNothing) {
  const SurfaceMass none;
  EXPECT_TRUE(none.empty());
  auto ones = space.make_field(), w = space.make_field();
  ones.fill(1.0);
  EXPECT_EQ(none.add_product({0, ones.size()}, ones.data(), w.data()), 0);
  EXPECT_EQ(space.max_abs(w), 0);
}

}  // namespace
}  // namespace lobatto::physics
