#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "space/boundary.hpp"
#include "support/curved_spaces.hpp"

namespace lobatto::space {
namespace {

using test::Block;
using test::Point;

using std::numbers::pi;

/// Errors of an area at orders that ascend: each at most `factor` of the one before, down to what
/// rounding leaves.
void expect_exponential_area(const std::function<FunctionSpace(int)>& space_of, int index,
                             double area, double factor) {
  double before = 1;
  for (const int order : {2, 4, 6, 8, 10, 12}) {
    const FunctionSpace space = space_of(order);
    const double error = std::abs(Boundary(space, index).area() / area - 1);
    EXPECT_LT(error, std::max(factor * before, 2e-14)) << order;
    before = error;
  }
  EXPECT_LT(before, 2e-14);
}

TEST(CurvedBoundary, AreasOfCylindersConvergeExponentially) {
  const auto world = comm::Communicator::world();
  const Block quarter{{1, 0, 0}, {2, pi / 2, 3}, {1, 2, 2}};
  const auto space_of = [&](int order) {
    return test::moved(quarter, order, test::cylindrical, world);
  };
  const double sector = 1.5 * pi / 2;
  const std::array<double, 6> areas{pi / 2 * 3, pi * 3, 3, 3, sector, sector};
  for (int f = 0; f < 6; ++f) expect_exponential_area(space_of, f, areas[f], 0.02);
}

TEST(CurvedBoundary, AreasOfSpheresConvergeExponentially) {
  const auto world = comm::Communicator::world();
  const Block shell{{1, pi / 4, 0}, {1.5, 3 * pi / 4, pi / 2}, {1, 2, 3}};
  const auto space_of = [&](int order) {
    return test::moved(shell, order, test::spherical, world);
  };
  const double solid_angle = std::sqrt(2.0) * pi / 2;
  expect_exponential_area(space_of, 0, solid_angle, 0.03);
  expect_exponential_area(space_of, 1, 2.25 * solid_angle, 0.03);
}

TEST(CurvedBoundary, NormalsAreUnitVectorsOutward) {
  const auto world = comm::Communicator::world();
  const Block shell{{1, pi / 4, 0}, {1.5, 3 * pi / 4, pi / 2}, {2, 2, 3}};
  // Unit vectors along which the radius and the angles grow, at a place.
  const auto directions = [](const Point& x) {
    const double r = std::hypot(x[0], x[1], x[2]), rho = std::hypot(x[0], x[1]);
    return std::array<Point, 3>{Point{x[0] / r, x[1] / r, x[2] / r},
                                Point{x[0] * x[2] / (r * rho), x[1] * x[2] / (r * rho), -rho / r},
                                Point{-x[1] / rho, x[0] / rho, 0}};
  };
  const FunctionSpace space = test::moved(shell, 12, test::spherical, world);
  for (int f = 0; f < 6; ++f) {
    const Boundary boundary(space, f);
    std::array<std::vector<double>, 3> x;
    for (int d = 0; d < 3; ++d)
      boundary.evaluate(test::function_of_place([d](const Point& at) { return at[d]; }), 0, x[d]);
    for (std::size_t i = 0; i < boundary.n_values(); ++i) {
      const Point expected = directions({x[0][i], x[1][i], x[2][i]})[f / 2];
      double square = 0;
      for (int d = 0; d < 3; ++d) {
        const double component = boundary.normal(d)[i];
        EXPECT_NEAR(component, f % 2 == 0 ? -expected[d] : expected[d], 1e-10) << f;
        square += component * component;
      }
      EXPECT_NEAR(square, 1, 1e-14);
      EXPECT_GT(boundary.weights()[i], 0);
    }
  }
}

TEST(CurvedBoundary, AreaVectorsOfAClosedSurfaceCancelAtAnyOrder) {
  // The area vector of a face has degree 2 n - 3 in each of its directions, which the quadrature
  // integrates: the theorem of Gauss for the polynomial shape itself, not for the one it
  // approximates.
  const auto world = comm::Communicator::world();
  const Block cube{{0, 0, 0}, {1, 1, 1}, {2, 3, 2}};
  for (const int order : {2, 3, 5, 8}) {
    const FunctionSpace space = test::moved(cube, order, test::wavy, world);
    std::array<double, 3> sum{};
    double area = 0;
    for (int f = 0; f < 6; ++f) {
      const Boundary boundary(space, f);
      for (std::size_t i = 0; i < boundary.n_values(); ++i)
        for (int d = 0; d < 3; ++d) sum[d] += boundary.weights()[i] * boundary.normal(d)[i];
      area += boundary.area();
    }
    world.sum(sum);
    for (int d = 0; d < 3; ++d) EXPECT_NEAR(sum[d], 0, 1e-14 * area) << "order " << order;
  }
}

TEST(CurvedBoundary, FluxOfThePlaceIsThreeTimesTheVolume) {
  const auto world = comm::Communicator::world();
  const Block cube{{0, 0, 0}, {1, 1, 1}, {2, 2, 3}};
  double before = 1;
  for (const int order : {4, 8, 12, 16}) {
    const FunctionSpace space = test::moved(cube, order, test::wavy, world);
    double flux = 0;
    for (int f = 0; f < 6; ++f) {
      const Boundary boundary(space, f);
      std::vector<double> x;
      for (int d = 0; d < 3; ++d) {
        boundary.evaluate(test::function_of_place([d](const Point& at) { return at[d]; }), 0, x);
        for (std::size_t i = 0; i < x.size(); ++i)
          flux += boundary.weights()[i] * boundary.normal(d)[i] * x[i];
      }
    }
    const double error = std::abs(world.sum(flux) / (3 * space.volume()) - 1);
    EXPECT_LT(error, std::max(0.05 * before, 1e-13)) << order;
    before = error;
  }
}

TEST(CurvedBoundary, AxisFindsPlanesAndRefusesWhatIsNone) {
  const auto world = comm::Communicator::world();
  const Block quarter{{1, 0, 0}, {2, pi / 2, 3}, {2, 2, 2}};
  const FunctionSpace ring = test::moved(quarter, 6, test::cylindrical, world);
  EXPECT_EQ(Boundary(ring, 0).axis(), std::nullopt);
  EXPECT_EQ(Boundary(ring, 1).axis(), std::nullopt);
  EXPECT_EQ(Boundary(ring, 2).axis(), 1);
  EXPECT_EQ(Boundary(ring, 3).axis(), 0);
  EXPECT_EQ(Boundary(ring, 4).axis(), 2);
  EXPECT_EQ(Boundary(ring, 5).axis(), 2);
  // A plane that is oblique, and parts of a broken one that are planes.
  const Block eighth{{1, 0, 0}, {2, pi / 4, 3}, {2, 2, 2}};
  EXPECT_EQ(Boundary(test::moved(eighth, 6, test::cylindrical, world), 3).axis(), std::nullopt);
  const Block cube{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}};
  FunctionSpace roof = test::moved(
      cube, 3, [](const Point& x) { return Point{x[0], x[1], x[2] + std::max(x[0] - 0.5, 0.0)}; },
      world);
  EXPECT_EQ(Boundary(roof, 5).axis(), std::nullopt);
  roof.split_boundary(
      5, "flat", test::function_of_place([](const Point& x) { return x[0] < 0.5 ? 1.0 : 0.0; }));
  EXPECT_EQ(Boundary(roof, 5).axis(), std::nullopt);
  EXPECT_EQ(Boundary(roof, 6).axis(), 2);
}

/// A strip along x that turns upwards by a right angle at x = 1.
Point bent(const Point& x) {
  if (x[0] < 1) return {x[0] * (2 - x[1]), x[1], x[2]};
  return {2 - x[1], (x[0] - 1) * (2 - x[1]) + x[1], x[2]};
}

TEST(CurvedBoundary, IsCutIntoPlanesAcrossOneAxisEach) {
  const auto world = comm::Communicator::world();
  const Block strip{{0, 0, 0}, {2, 1, 1}, {4, 2, 2}};
  FunctionSpace space = test::moved(strip, 3, bent, world);
  const int outer = 2;
  EXPECT_EQ(Boundary(space, outer).axis(), std::nullopt);
  for (const auto& axis : Boundary(space, outer).axes_of_slots())
    EXPECT_TRUE(axis == 0 || axis == 1);
  split_by_axis(space, outer);
  ASSERT_EQ(space.boundaries().size(), 7u);
  for (const auto& [index, axis] : {std::pair{outer, 0}, std::pair{6, 1}}) {
    const Boundary plane(space, index);
    EXPECT_EQ(plane.name(), "y_min");
    EXPECT_EQ(plane.axis(), axis);
    EXPECT_NEAR(plane.area(), 2, 1e-12);
  }
  // One plane stays as it is, and so does what lies across no axis.
  split_by_axis(space, outer);
  split_by_axis(space, 4);
  EXPECT_EQ(space.boundaries().size(), 7u);
  const Block quarter{{1, 0, 0}, {2, pi / 2, 3}, {1, 2, 2}};
  FunctionSpace ring = test::moved(quarter, 6, test::cylindrical, world);
  split_by_axis(ring, 0);
  EXPECT_EQ(ring.boundaries().size(), 6u);
  for (const auto& axis : Boundary(ring, 0).axes_of_slots()) EXPECT_EQ(axis, std::nullopt);
}

TEST(CurvedBoundary, ValuesOfFieldsAndFunctionsAreThoseAtItsNodes) {
  const auto world = comm::Communicator::world();
  const Block cube{{0, 0, 0}, {1, 1, 1}, {2, 2, 3}};
  const FunctionSpace space = test::moved(cube, 4, test::wavy, world);
  const auto f =
      test::function_of_place([](const Point& x) { return x[0] + 2 * x[1] * x[2] - x[2]; });
  Field field = space.make_field();
  space.evaluate(f, 0, field);
  for (int face = 0; face < 6; ++face) {
    const Boundary boundary(space, face);
    std::vector<double> evaluated, restricted(boundary.n_values());
    boundary.evaluate(f, 0, evaluated);
    boundary.restrict_field(field, restricted);
    EXPECT_EQ(evaluated, restricted);
    // add_to is the adjoint of restrict_field.
    double inner = 0, adjoint = 0;
    for (std::size_t i = 0; i < restricted.size(); ++i)
      inner += restricted[i] * boundary.weights()[i];
    for (int e = 0; e < space.n_elements(); ++e) {
      std::vector<double> rhs(space.element_size(), 0.0);
      boundary.add_to(e, 1, boundary.weights(), rhs.data());
      for (std::size_t q = 0; q < rhs.size(); ++q)
        adjoint += rhs[q] * field[e * space.element_size() + q];
    }
    EXPECT_NEAR(adjoint, inner, 1e-13);
  }
}

}  // namespace
}  // namespace lobatto::space
