// Solves by call against a solution that is known, with values and fluxes on the boundary.
#include "physics/solvers/elliptic_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <list>

#include "base/error.hpp"
#include "support/curved_spaces.hpp"

namespace lobatto::physics {
namespace {

using test::Point;
using Method = EllipticSolver::Method;

double exact(const Point& x) {
  return std::exp(0.5 * x[0]) * std::sin(x[1] + 0.3) * std::cos(x[2]);
}
Point slope(const Point& x) {
  const double a = std::exp(0.5 * x[0]);
  return {0.5 * exact(x), a * std::cos(x[1] + 0.3) * std::cos(x[2]),
          -a * std::sin(x[1] + 0.3) * std::sin(x[2])};
}

template <class Function>
space::Field field_of(const space::FunctionSpace& space, Function function) {
  space::Field field = space.make_field();
  space.evaluate(test::function_of_place(function), 0, field);
  return field;
}

/// Of the faces of the unit cube: the solution, or its outward slope.
struct Given {
  explicit Given(const space::FunctionSpace& space, const std::array<bool, 6>& gives_value) {
    for (int face = 0; face < 6; ++face) {
      const double outward = face % 2 == 0 ? -1 : 1;
      fields.push_back(gives_value[face] ? field_of(space, exact)
                                         : field_of(space, [&](const Point& x) {
                                             return outward * slope(x)[face / 2];
                                           }));
      sides.push_back({face, gives_value[face], fields.back()});
    }
  }
  std::list<space::Field> fields;
  std::vector<EllipticSolver::Side> sides;
};

double error(const space::FunctionSpace& space, double lambda,
             const std::array<bool, 6>& gives_value, Method method) {
  const Given given(space, gives_value);
  const auto f = field_of(space, [&](const Point& x) { return (lambda + 1.75) * exact(x); });
  EllipticSolver solver(space);
  space::Field u = field_of(space, exact);
  const auto found = solver.solve({lambda, f, given.sides, method, 1e-12}).u;
  for (std::size_t q = 0; q < u.size(); ++q) u[q] -= found[q];
  const double mean = space.mean(u);
  for (double& value : u) value -= mean;
  return space.max_abs(u);
}

constexpr std::array<bool, 6> values_and_slopes{true, false, true, false, false, true},
    slopes_alone{};

TEST(EllipticSolver, FindsWhatValuesAndSlopesBelongTo) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace box(test::cube_232.mesh(9, world), world);
  const auto curved = test::moved(test::cube_222, 11, test::stirred, world);
  for (const double lambda : {0.0, 3.0}) {
    for (const auto& sides : {values_and_slopes, slopes_alone}) {
      EXPECT_LT(error(box, lambda, sides, Method::automatic), 1e-9);
      EXPECT_LT(error(box, lambda, sides, Method::iterative), 1e-9);
      EXPECT_LT(error(curved, lambda, sides, Method::automatic), 1e-7);
    }
  }
}

TEST(EllipticSolver, LeavesNoConstantOfItsOwn) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace box(test::cube_222.mesh(6, world), world);
  const auto f = field_of(box, [](const Point& x) { return 5 + x[0]; });
  EllipticSolver solver(box);
  for (const Method method : {Method::direct, Method::iterative}) {
    const auto u = solver.solve({0, f, {}, method}).u;
    EXPECT_NEAR(box.mean(u), 0, 1e-13);
    EXPECT_GT(box.max_abs(u), 0.01);
  }
}

TEST(EllipticSolver, RefusesADirectSolveOnWhatHasNoLayers) {
  const auto world = comm::Communicator::world();
  const auto curved = test::moved(test::cube_222, 4, test::wavy, world);
  const auto f = curved.make_field();
  EllipticSolver solver(curved);
  EXPECT_THROW(solver.solve({1, f, {}, Method::direct}), base::Error);
}

}  // namespace
}  // namespace lobatto::physics
