#include "physics/conditions/backflow.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "physics/conditions/boundary_energy.hpp"
#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::faces_of;
using test::field_of;
using test::Point;
using test::Scheme;
using test::vector_function;

/// An outflow at x_max alone.
std::vector<VelocityBoundaryCondition> open_at_x_max() {
  auto faces = faces_of(VelocityCondition::symmetry);
  faces[1].kind = VelocityCondition::outflow;
  return faces;
}

space::VectorField terms(const space::FunctionSpace& space, const Backflow& backflow) {
  space::VectorField all;
  for (int d = 0; d < 3; ++d)
    all[d] = test::right_hand_side(
        space, [&](const auto& block, double* out) { backflow.add_to(d, block, out); });
  return all;
}

/// sum u . rhs over all nodes and ranks.
double work(const space::FunctionSpace& space, const space::VectorField& u,
            const space::VectorField& rhs) {
  double sum = 0;
  for (int d = 0; d < 3; ++d)
    for (std::size_t q = 0; q < u[d].size(); ++q) sum += u[d][q] * rhs[d][q];
  return space.communicator().sum(sum);
}

TEST(Backflow, IsHalfTheInflowTimesTheVelocity) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_223.mesh(4, world), world);
  Backflow backflow(space, open_at_x_max());
  const auto in = [](const Point& x) { return Point{-(1 + x[1]), x[2], x[0] * 3}; };
  backflow.record(field_of(space, vector_function(in)));
  backflow.update(Scheme(1).extrapolation);
  const auto rhs = terms(space, backflow);
  // (1/2) int -(1 + y) u q over the face x = 1, q = 1 + z.
  const auto q = [](const Point& x) { return 1 + x[2]; };
  EXPECT_NEAR(test::tested(space, rhs[0], q), 0.5 * (7.0 / 3) * 1.5, 1e-13);
  EXPECT_NEAR(test::tested(space, rhs[1], q), -0.5 * 1.5 * (1.0 / 2 + 1.0 / 3), 1e-13);
  EXPECT_NEAR(test::tested(space, rhs[2], q), -0.5 * 1.5 * 3 * 1.5, 1e-13);
  const auto elsewhere = [](const Point& x) { return x[0] == 1 ? 0.0 : 1.0; };
  for (int d = 0; d < 3; ++d) EXPECT_EQ(test::tested(space, rhs[d], elsewhere), 0);
}

TEST(Backflow, IsNothingWhereFluidLeavesAndOnOtherFaces) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_223.mesh(3, world), world);
  const auto out = vector_function([](const Point& x) { return Point{1 + x[1], -x[2], 4}; });
  const auto around = vector_function([](const Point& x) { return Point{x[1], -1 - x[2], -2}; });
  Backflow leaving(space, open_at_x_max());
  leaving.record(field_of(space, out));
  leaving.update(Scheme(1).extrapolation);
  for (const auto& rhs : terms(space, leaving)) EXPECT_EQ(space.max_abs(rhs), 0);
  for (const auto kind :
       {VelocityCondition::wall, VelocityCondition::velocity, VelocityCondition::symmetry}) {
    Backflow none(space, faces_of(kind, around));
    none.record(field_of(space, around));
    none.update(Scheme(1).extrapolation);
    for (const auto& rhs : terms(space, none)) EXPECT_EQ(space.max_abs(rhs), 0);
  }
}

// The switch is at the face between elements, so that the quadrature is exact on both sides.
TEST(Backflow, SwitchesNodeByNode) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_223.mesh(4, world), world);
  Backflow backflow(space, open_at_x_max());
  const auto u =
      field_of(space, vector_function([](const Point& x) { return Point{x[1] - 0.5, 2, 0}; }));
  backflow.record(u);
  backflow.update(Scheme(1).extrapolation);
  // (1/2) int_0^(1/2) (y - 1/2) ((y - 1/2)^2 + 4) dy
  EXPECT_NEAR(work(space, u, terms(space, backflow)), 0.5 * (-1.0 / 64 - 0.5), 1e-13);
}

/// int min(c . n, 0) over the faces of the affine image of the unit cube, from their area vectors.
double affine_inflow(const Point& c) {
  const Point origin = test::affine({0, 0, 0});
  std::array<Point, 3> edges;
  for (int d = 0; d < 3; ++d) {
    Point corner{};
    corner[d] = 1;
    edges[d] = test::affine(corner);
    for (int i = 0; i < 3; ++i) edges[d][i] -= origin[i];
  }
  double sum = 0;
  for (int d = 0; d < 3; ++d) {
    const Point &a = edges[(d + 1) % 3], &b = edges[(d + 2) % 3];
    double through = 0;
    for (int i = 0; i < 3; ++i)
      through += c[i] * (a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);
    sum -= std::abs(through);  // it comes in by one of the two
  }
  return sum;
}

TEST(Backflow, KnowsTheNormalsOfInclinedFaces) {
  const auto world = comm::Communicator::world();
  const auto space = test::moved(test::cube_223, 3, test::affine, world);
  Backflow backflow(space, faces_of(VelocityCondition::outflow));
  const Point c{0.7, -0.4, 1.1};
  backflow.record(field_of(space, vector_function([&](const Point&) { return c; })));
  backflow.update(Scheme(1).extrapolation);
  const auto rhs = terms(space, backflow);
  for (int d = 0; d < 3; ++d) {
    const double total = test::tested(space, rhs[d], [](const Point&) { return 1.0; });
    EXPECT_NEAR(total, 0.5 * affine_inflow(c) * c[d], 1e-13);
  }
}

// The energy that the stream carries through an open face, - oint |u|^2 / 2 u . n, and the work of
// the traction leave what goes out: nothing comes in.
TEST(Backflow, LeavesNoEnergyToComeIn) {
  const auto world = comm::Communicator::world();
  const auto velocity = vector_function([](const Point& x) {
    return Point{std::sin(5 * x[1]), std::cos(4 * x[0] + x[2]), x[0] - 2 * x[1] * x[2]};
  });
  const auto space = test::moved(test::cube_223, 5, test::wavy, world);
  const auto u = field_of(space, velocity);
  const auto open = faces_of(VelocityCondition::outflow);
  Backflow backflow(space, open);
  backflow.record(u);
  backflow.update(Scheme(1).extrapolation);
  const double supplied = work(space, u, terms(space, backflow));
  const auto power = [&](const std::vector<VelocityBoundaryCondition>& faces) {
    return world.sum(BoundaryEnergy(space, faces).power(u, space.make_field()));
  };
  const double stream = power(faces_of(VelocityCondition::velocity, velocity));
  EXPECT_LT(supplied, -0.1);
  EXPECT_NEAR(stream + supplied, power(open), 1e-13);
  EXPECT_LT(power(open), -0.1);
}

TEST(Backflow, ExtrapolatesTheVelocityInTime) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_223.mesh(3, world), world);
  Backflow backflow(space, open_at_x_max());
  const auto in = vector_function([](const Point& x) { return Point{-1, x[1], 0}; });
  // A flow that grows like 1, 2, and so 3; the traction with its square.
  backflow.record(field_of(space, in, 1));
  backflow.record(field_of(space, in, 2));
  const auto one = [](const Point&) { return 1.0; };
  for (const int order : {1, 2}) {
    backflow.update(Scheme(order).extrapolation);
    const double factor = order == 1 ? 2 : 3;
    EXPECT_NEAR(test::tested(space, terms(space, backflow)[0], one), 0.5 * factor * factor, 1e-13);
  }
}

}  // namespace
}  // namespace lobatto::physics
