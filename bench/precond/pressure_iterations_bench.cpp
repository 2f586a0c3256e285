// Iterations of the iterative pressure solver for a residual of 1e-8 of the right-hand side, from
// zero, and the time of a solve. The iterations are those in docs/theory.md. Under MPI all ranks
// share each box. With the argument "large" also 16^3 elements.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/grading.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "space/function_space.hpp"

namespace {

using namespace lobatto;

struct Box {
  std::string name;
  std::array<mesh::Axis, 3> axes;
  /// Natural, so that the pressure is known up to a constant.
  space::BoundaryConditions conditions =
      space::BoundaryConditions(mesh::n_faces, poly::EndCondition::neumann);
  std::optional<space::CoordinateMap> map = {};
};

Box uniform(int n_elements) {
  const mesh::Axis axis{mesh::uniform_ticks(0, 1, n_elements), true};
  return {"uniform, periodic", {axis, axis, axis}};
}

Box flat(int n_elements) {
  Box box = uniform(n_elements);
  box.name = "the same, ten times as flat";
  box.axes[1].ticks = mesh::uniform_ticks(0, 0.1, n_elements);
  return box;
}

/// x_d + 0.05 sin(2 pi x_a) sin(2 pi x_b), (d, a, b) cyclic: the Jacobian determinant goes from 0.5
/// to 1.6.
Box wavy(int n_elements) {
  Box box = uniform(n_elements);
  box.name = "periodic, moved by waves";
  box.map.emplace();
  for (int d = 0; d < 3; ++d) {
    (*box.map)[d] = [d](const space::Points& p, double, std::span<double> out) {
      const std::array<std::span<const double>, 3> x{p.x, p.y, p.z};
      constexpr double wave = 2 * std::numbers::pi;
      for (std::size_t q = 0; q < out.size(); ++q)
        out[q] = x[d][q] +
                 0.05 * std::sin(wave * x[(d + 1) % 3][q]) * std::sin(wave * x[(d + 2) % 3][q]);
    };
  }
  return box;
}

/// The square duct of cases/duct.toml: 8 x 8 x 12 elements.
Box duct() {
  const mesh::Axis across{mesh::sine_ticks(-0.5, 0.5, 8, 0.3), false};
  const mesh::Axis along{mesh::uniform_ticks(0, 6, 12), true};
  return {"duct, graded to its walls", {across, across, along}};
}

/// Random at each node, unassembled: every wave length takes part.
std::vector<double> random_rhs(const space::FunctionSpace& space) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> f(space.size());
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto [x, y, z] = space.box()->element_index(e);
    std::mt19937 random(static_cast<unsigned>(x + 100 * (y + 100 * z)));
    for (std::size_t q = 0; q < space.element_size(); ++q)
      f[e * space.element_size() + q] = uniform(random);
  }
  return f;
}

struct Result {
  krylov::SolveReport report;
  double seconds;
};
Result solve(const space::FunctionSpace& space, const Box& box, bool double_precision) {
  const physics::IterativePoisson settings{
      .tolerance = 1e-8, .projection_vectors = 0, .double_precision = double_precision};
  perf::Profiler profiler;
  const auto solver = physics::make_schwarz_poisson(space, box.conditions, settings, profiler);
  const auto f = random_rhs(space);
  std::vector<double> u(space.size());
  const auto start = std::chrono::steady_clock::now();
  const auto report = solver->solve(0, 1, f, {{}, u}).solves[0];
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return {report, space.communicator().max(elapsed.count())};
}

void run(const Box& box, int order, const comm::Communicator& world) {
  const auto mesh = mesh::make_box_mesh(box.axes, order, world.rank(), world.size());
  const auto space =
      box.map ? space::FunctionSpace(mesh, *box.map, world) : space::FunctionSpace(mesh, world);
  const Result single = solve(space, box, false), twice = solve(space, box, true);
  if (world.rank() != 0) return;
  const char* warning = single.report.converged && twice.report.converged ? "" : " (not converged)";
  const auto& axes = box.axes;
  std::printf("| %s | %d x %d x %d | %d | %d | %d%s | %.0f |\n", box.name.c_str(),
              axes[0].n_elements(), axes[1].n_elements(), axes[2].n_elements(), order,
              single.report.iterations, twice.report.iterations, warning,
              1e9 * single.seconds / static_cast<double>(space.global_size()));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const comm::Environment environment(argc, argv);
  const auto world = comm::Communicator::world();
  if (world.rank() == 0) {
    std::puts(
        "| box | elements | order | iterations, single precision | double | ns per point |\n"
        "|---|---|---|---|---|---|");
  }
  for (const int n_elements : {4, 8}) run(uniform(n_elements), 7, world);
  if (argc > 1 && std::string(argv[1]) == "large") run(uniform(16), 7, world);
  for (const int order : {11, 15}) run(uniform(4), order, world);
  for (const int order : {7, 11, 15}) run(flat(4), order, world);
  for (const int order : {7, 11, 15}) run(duct(), order, world);
  for (const int n_elements : {4, 8}) run(wavy(n_elements), 7, world);
  if (argc > 1 && std::string(argv[1]) == "large") run(wavy(16), 7, world);
  for (const int order : {11, 15}) run(wavy(4), order, world);
}
