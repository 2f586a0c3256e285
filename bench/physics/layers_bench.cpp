// Layers of a plane mesh, an annulus around a cylinder with an open end: the solves of a step by
// factors of the plane against Schwarz multigrid and conjugate gradients. The table of
// docs/performance.md.
//   layers_bench [elements around, outwards, along] [order] [rounds]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <vector>

#include "../support/thread_clock.hpp"
#include "comm/communicator.hpp"
#include "extruded/extruded_plan.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/grading.hpp"
#include "perf/profiler.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "space/element_operators.hpp"
#include "space/function_space.hpp"

namespace {

using namespace lobatto;
using bench::now;
using poly::EndCondition;

/// sigma / nu of a step of 0.002 at Re 100.
constexpr double nu = 0.01, sigma = 11.0 / 6 / 0.002;

space::FunctionSpace annulus(const std::array<int, 3>& n, int order,
                             const comm::Communicator& world) {
  const mesh::Axis around{mesh::uniform_ticks(0, 1, n[0]), true},
      outwards{mesh::uniform_ticks(0, 1, n[1])},
      along{mesh::uniform_ticks(0, 0.5 * n[2], n[2]), true};
  const auto place = [](double (*wave)(double)) {
    return [wave](const space::Points& p, double, std::span<double> out) {
      for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = 0.5 * std::pow(40.0, p.y[i]) * wave(-2 * std::numbers::pi * p.x[i]);
    };
  };
  const auto height = [](const space::Points& p, double, std::span<double> out) {
    std::ranges::copy(p.z, out.begin());
  };
  return {mesh::make_box_mesh({around, outwards, along}, order, world.rank(), world.size(),
                              mesh::Cut::columns_z),
          {place([](double t) { return std::cos(t); }), place([](double t) { return std::sin(t); }),
           height},
          world};
}

/// The same after each call.
void fill_rhs(const space::FunctionSpace& space, std::span<double> f) {
  space.evaluate(
      [](const space::Points& p, double, std::span<double> out) {
        for (std::size_t i = 0; i < out.size(); ++i)
          out[i] = std::exp(-0.1 * (p.x[i] * p.x[i] + p.y[i] * p.y[i])) *
                   std::sin(3 * p.x[i] + std::cos(2 * p.y[i]) + 4 * std::numbers::pi * p.z[i]);
      },
      0.0, f);
  space::multiply_by_mass(space, 0, space.n_elements(), f.data(), f.data());
}

/// Of several solves of all fields, the first of which is not counted: it makes matrices.
struct Times {
  double first, median;
  int iterations;
};

Times time_solves(const space::FunctionSpace& space, physics::HelmholtzSolver& solver, double mass,
                  double stiffness, int n_fields, int n_rounds) {
  std::vector<space::Field> u;
  for (int i = 0; i < n_fields; ++i) u.push_back(space.make_field());
  space::Field f = space.make_field();
  fill_rhs(space, f);
  std::vector<double> seconds;
  int iterations = 0;
  for (int round = 0; round <= n_rounds; ++round) {
    std::vector<physics::HelmholtzProblem> problems;
    for (auto& field : u) problems.push_back({{}, field});
    space.communicator().barrier();
    const double start = now();
    solver.begin(mass, stiffness, problems);
    for (int i = 0; i < n_fields; ++i)
      for (const auto& block : solver.schedule()) solver.put(i, block, f.data() + block.offset);
    iterations = solver.finish().solves.back().iterations;
    seconds.push_back(now() - start);
  }
  std::ranges::sort(seconds.begin() + 1, seconds.end());
  return {seconds[0], seconds[1 + n_rounds / 2], iterations};
}

void print(const space::FunctionSpace& space, const char* name, int n_fields, const Times& times) {
  const auto& world = space.communicator();
  const double points = static_cast<double>(space.global_size()) / world.size() * n_fields;
  if (world.rank() == 0)
    std::printf("  %-34s %7.1f ns per point and field, first %7.3f s, %3d iterations\n", name,
                1e9 * times.median / points, times.first, times.iterations);
}

}  // namespace

int main(int argc, char** argv) {
  const comm::Environment environment(argc, argv);
  const auto world = comm::Communicator::world();
  const auto argument = [&](int i, int value) { return argc > i ? std::atoi(argv[i]) : value; };
  const std::array n{argument(1, 24), argument(2, 19), argument(3, 4)};
  const int order = argument(4, 7), n_rounds = argument(5, 5);
  const auto space = annulus(n, order, world);
  space::BoundaryConditions open(space.boundaries().size(), EndCondition::neumann), walls = open;
  open[3] = walls[2] = EndCondition::dirichlet;
  if (world.rank() == 0)
    std::printf("%d x %d elements in the plane, %d layers, order %d, %d ranks\n", n[0], n[1], n[2],
                order, world.size());
  extruded::ExtrudedPlans plans(space);
  perf::Profiler profiler;
  print(space, "pressure, extruded-direct", 1,
        time_solves(space, *physics::make_extruded_helmholtz(space, open, plans, 1), 0, 1, 1,
                    n_rounds));
  physics::IterativePoisson settings;
  settings.projection_vectors = 0;
  print(space, "pressure, schwarz-multigrid", 1,
        time_solves(space, *physics::make_schwarz_poisson(space, open, settings, profiler), 0, 1, 1,
                    n_rounds));
  print(space, "velocity, extruded-direct", 3,
        time_solves(space, *physics::make_extruded_helmholtz(space, walls, plans, 3), sigma, nu, 3,
                    n_rounds));
  print(space, "velocity, jacobi-cg", 3,
        time_solves(space, *physics::make_jacobi_cg_helmholtz(space, walls, {}, 3), sigma, nu, 3,
                    n_rounds));
}
