// The iterative solvers on manufactured solutions, on a box and on a strongly curved map of it.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/weak_forms.hpp"

#include "mesh/grading.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "space/boundary.hpp"
#include "space/element_operators.hpp"

namespace lobatto::validation {
namespace {

using std::numbers::pi;

mesh::BoxMesh box(int order, const comm::Communicator& communicator) {
  const mesh::Axis axis{mesh::uniform_ticks(0, 1, 2), false};
  return mesh::make_box_mesh({axis, axis, axis}, order, communicator.rank(), communicator.size());
}

/// Zero on the surface of the unit cube, so that the map keeps its surface: x + 0.15 sin sin sin
/// ...
space::SpaceTimeFunction moved(int component, double amplitude) {
  return [=](const space::Points& p, double, std::span<double> out) {
    const std::array<std::span<const double>, 3> x{p.x, p.y, p.z};
    for (std::size_t q = 0; q < out.size(); ++q)
      out[q] = x[component][q] +
               amplitude * std::sin(pi * p.x[q]) * std::sin(pi * p.y[q]) * std::sin(pi * p.z[q]);
  };
}
space::FunctionSpace curved(int order, const comm::Communicator& communicator) {
  return {box(order, communicator), {moved(0, 0.15), moved(1, -0.12), moved(2, 0.1)}, communicator};
}

/// u = sin(pi x) sin(2 pi y) sin(pi z), zero on the surface, and sigma u - lap u.
double solution(double x, double y, double z) {
  return std::sin(pi * x) * std::sin(2 * pi * y) * std::sin(pi * z);
}
double right_hand_side(double sigma, double u) { return (sigma + 6 * pi * pi) * u; }

struct Outcome {
  double error;     ///< largest at a node
  double residual;  ///< |f - A u| / |f|, assembled here
};

Outcome solve(const space::FunctionSpace& space, physics::HelmholtzSolver& solver, double sigma,
              const space::BoundaryConditions& conditions) {
  auto exact = space.make_field(), rhs = space.make_field(), u = space.make_field();
  space.evaluate(
      [](const space::Points& p, double, std::span<double> out) {
        for (std::size_t q = 0; q < out.size(); ++q) out[q] = solution(p.x[q], p.y[q], p.z[q]);
      },
      0.0, exact);
  for (std::size_t q = 0; q < rhs.size(); ++q) rhs[q] = right_hand_side(sigma, exact[q]);
  space::multiply_by_mass(space, 0, space.n_elements(), rhs.data(), rhs.data());
  const auto report = solver.solve(sigma, 1.0, rhs, {{}, u}).solves[0];
  EXPECT_TRUE(report.converged);

  auto image = test::helmholtz_image(space, sigma, 1.0, u);
  for (std::size_t q = 0; q < image.size(); ++q) image[q] = rhs[q] - image[q];
  space.gather_scatter().add(image);
  space.gather_scatter().add(rhs);
  const auto mask = space::dirichlet_mask(space, conditions);
  const auto norm = [&](std::span<const double> values) {
    double sum = 0;
    const auto weight = space.gather_scatter().inverse_multiplicity();
    for (std::size_t q = 0; q < values.size(); ++q)
      sum += mask[q] * weight[q] * values[q] * values[q];
    return std::sqrt(space.communicator().sum(sum));
  };
  Outcome outcome{0, norm(image) / norm(rhs)};
  for (std::size_t q = 0; q < u.size(); ++q) exact[q] -= u[q];
  outcome.error = space.max_abs(exact);
  return outcome;
}

template <class MakeSpace>
void expect_exponential_convergence(MakeSpace&& make_space, bool is_curved) {
  const auto world = comm::Communicator::world();
  const space::BoundaryConditions walls(mesh::n_faces, poly::EndCondition::dirichlet);
  for (const double sigma : {0.0, 50.0}) {
    double last = 1;
    for (const int order : {3, 5, 7, 9, 11, 13, 15}) {
      const space::FunctionSpace space = make_space(order, world);
      perf::Profiler profiler;
      const auto solver =
          sigma == 0.0 ? physics::make_schwarz_poisson(
                             space, walls, {.tolerance = 1e-12, .projection_vectors = 0}, profiler)
                       : physics::make_jacobi_cg_helmholtz(
                             space, walls, {.tolerance = 1e-12, .max_iterations = 3000}, 1);
      const Outcome found = solve(space, *solver, sigma, walls);
      if (world.rank() == 0)
        fmt::print("{} sigma {} order {}: error {:.1e}, residual {:.1e}\n",
                   is_curved ? "curved" : "box", sigma, order, found.error, found.residual);
      // A decade for every two orders, down to what the solvers leave.
      EXPECT_LT(found.error, std::max(last / (is_curved ? 3.5 : 10), 2e-11));
      EXPECT_LT(found.residual, 2e-12);
      last = found.error;
    }
    EXPECT_LT(last, is_curved ? 5e-7 : 2e-11);
  }
}

TEST(Manufactured, ConvergesExponentiallyOnABox) {
  expect_exponential_convergence(
      [](int order, const comm::Communicator& world) {
        return space::FunctionSpace(box(order, world), world);
      },
      false);
}

TEST(Manufactured, ConvergesExponentiallyOnAStronglyCurvedMap) {
  expect_exponential_convergence(curved, true);
}

}  // namespace
}  // namespace lobatto::validation
