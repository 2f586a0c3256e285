// The pressure's multigrid in single precision, by its iterations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mesh/grading.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "space/element_operators.hpp"

namespace lobatto::physics {
namespace {

using poly::EndCondition;

enum class Shape { box, bent, sheared };

/// A box that is `unit` long, its elements bent or sheared where asked for.
space::FunctionSpace box_of(double unit, Shape shape, const comm::Communicator& communicator) {
  const mesh::Axis axis{mesh::uniform_ticks(0, unit, 3), false};
  const auto box =
      mesh::make_box_mesh({axis, axis, axis}, 6, communicator.rank(), communicator.size());
  if (shape == Shape::box) return {box, communicator};
  const auto moved = [=](int component) -> space::SpaceTimeFunction {
    return [=](const space::Points& p, double, std::span<double> out) {
      const std::array<std::span<const double>, 3> x{p.x, p.y, p.z};
      double amplitude = 0.05 * unit;
      if (shape == Shape::sheared) amplitude = component == 0 ? 0 : 2.5 * unit;
      for (std::size_t q = 0; q < out.size(); ++q)
        out[q] = x[component][q] +
                 amplitude * std::sin(3 * (shape == Shape::sheared ? p.x : p.y)[q] / unit);
    };
  };
  return {box, {moved(0), moved(1), moved(2)}, communicator};
}

int iterations_on(double unit, Shape shape) {
  const auto world = comm::Communicator::world();
  const auto space = box_of(unit, shape, world);
  const space::BoundaryConditions conditions{EndCondition::dirichlet, EndCondition::neumann,
                                             EndCondition::neumann,   EndCondition::neumann,
                                             EndCondition::neumann,   EndCondition::neumann};
  space::Field rhs = space.make_field(), u = space.make_field();
  space.evaluate(
      [=](const space::Points& p, double, std::span<double> out) {
        for (std::size_t q = 0; q < out.size(); ++q)
          out[q] =
              std::exp(-3 * p.x[q] / unit) * std::cos(4 * p.y[q] / unit) + std::cos(p.z[q] / unit);
      },
      0.0, rhs);
  space::multiply_by_mass(space, 0, space.n_elements(), rhs.data(), rhs.data());
  perf::Profiler profiler;
  const auto solver = make_schwarz_poisson(space, conditions,
                                           {.tolerance = 1e-8, .projection_vectors = 0}, profiler);
  const auto report = solver->solve(0.0, 1.0, rhs, {{}, u}).solves[0];
  EXPECT_TRUE(report.converged);
  // As a function the residual has the unit of the right-hand side, which is 1.
  EXPECT_LT(report.residual, 1e-7);
  return report.iterations;
}

TEST(SchwarzPoisson, TakesAsManyIterationsInAnyUnitOfLength) {
  for (const Shape shape : {Shape::box, Shape::bent}) {
    const int iterations = iterations_on(1, shape);
    EXPECT_GT(iterations, 3);
    for (const double unit : {1e-12, 1e-9, 1e9, 1e12})
      EXPECT_NEAR(iterations_on(unit, shape), iterations, 1) << unit;
  }
}

// Boxes stand for the elements in the smoother, which then makes 100 times too much of residuals.
TEST(SchwarzPoisson, SmoothsElementsThatAreSheared) {
  EXPECT_LT(iterations_on(1, Shape::sheared), 300);
}

}  // namespace
}  // namespace lobatto::physics
