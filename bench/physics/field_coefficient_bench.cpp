// A Helmholtz problem whose diffusivity is a field: conjugate gradients preconditioned by the
// assembled diagonal against those preconditioned by the tensor direct solver with a constant
// diffusivity, between walls on a box graded as a channel. Residual 1e-8 of the right-hand side,
// from zero. The table of docs/performance.md.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include "../support/thread_clock.hpp"
#include "comm/communicator.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/grading.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "space/element_operators.hpp"
#include "space/function_space.hpp"
#include "space/scaled_stiffness.hpp"

namespace {

using namespace lobatto;
using bench::now;

constexpr double pi = std::numbers::pi;
constexpr double tolerance = 1e-8;

mesh::BoxMesh channel(const comm::Communicator& world) {
  const mesh::Axis x{mesh::uniform_ticks(0, 2 * pi, 8), true},
      z{mesh::uniform_ticks(0, pi, 8), true};
  const mesh::Axis y{{-1, -0.95, -0.8, -0.45, 0, 0.45, 0.8, 0.95, 1}, false};
  return mesh::make_box_mesh({x, y, z}, 7, world.rank(), world.size());
}

space::BoundaryConditions walls() {
  space::BoundaryConditions conditions(mesh::n_faces, poly::EndCondition::periodic);
  conditions[2] = conditions[3] = poly::EndCondition::dirichlet;
  return conditions;
}

/// What two ways to solve the same problem cost.
struct Effort {
  int iterations;
  double seconds;
};

class Problem {
 public:
  /// The diffusivity goes from 1 / sqrt(contrast) to sqrt(contrast) times `nu`.
  Problem(const space::FunctionSpace& space, double nu, double contrast)
      : space_(space), stiffness_(space), rhs_(space.make_field()) {
    space::Field values = space.make_field();
    space.evaluate(
        [&](const space::Points& p, double, std::span<double> out) {
          for (std::size_t q = 0; q < out.size(); ++q)
            out[q] = nu * std::pow(contrast, 0.5 * std::sin(p.x[q] + 2 * p.z[q]) *
                                                 std::cos(3 * p.y[q] + std::sin(p.x[q])));
        },
        0.0, values);
    stiffness_.update(values);
    space.evaluate(
        [](const space::Points& p, double, std::span<double> out) {
          for (std::size_t q = 0; q < out.size(); ++q) {
            out[q] = 1 - p.y[q] * p.y[q];
            for (int k = 1; k <= 8; ++k)
              out[q] += std::sin(k * p.x[q] + k) * std::cos(2 * k * p.z[q]) *
                        std::sin(0.5 * k * pi * (p.y[q] + 1)) / k;
          }
        },
        0.0, rhs_);
    space::multiply_by_mass(space, 0, space.n_elements(), rhs_.data(), rhs_.data());
  }

  [[nodiscard]] Effort solve(physics::SolverMethod method, double sigma) {
    const auto solver = physics::make_helmholtz_solver(
        method, space_, walls(), {.tolerance = tolerance}, 1, physics::make_workspace());
    space::Field u = space_.make_field();
    solver->solve(sigma, stiffness_, rhs_, {{}, u});  // makes its diagonal
    const double start = now();
    const auto report = solver->solve(sigma, stiffness_, rhs_, {{}, u});
    return {report.solves[0].iterations, now() - start};
  }

 private:
  const space::FunctionSpace& space_;
  space::ScaledStiffness stiffness_;
  space::Field rhs_;
};

}  // namespace

int main(int argc, char** argv) {
  const comm::Environment environment(argc, argv);
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(channel(world), world);
  std::printf("%zu values\n%34s %18s\n%10s %10s %11s %6s %11s %6s\n", space.size(), "jacobi-cg",
              "tensor-cg", "contrast", "sigma/nu", "iterations", "ms", "iterations", "ms");
  for (const double contrast : {1.2, 2.0, 5.0, 20.0, 100.0}) {
    Problem problem(space, 1.0, contrast);
    for (const double sigma : {1e5, 1e4, 1e3, 1e2, 1e1}) {
      const Effort diagonal = problem.solve(physics::SolverMethod::jacobi_cg, sigma),
                   modes = problem.solve(physics::SolverMethod::tensor_cg, sigma);
      std::printf("%10g %10g %11d %6.1f %11d %6.1f\n", contrast, sigma, diagonal.iterations,
                  1e3 * diagonal.seconds, modes.iterations, 1e3 * modes.seconds);
    }
  }
}
