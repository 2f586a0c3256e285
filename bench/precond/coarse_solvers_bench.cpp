// Set-up and solve times of the solvers of the coarse problem on uniform periodic boxes of 8^3,
// 16^3 and 32^3 elements, what the choice between them estimates, and the residual that a solve
// leaves. Under MPI all ranks share each box.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "direct/tensor_solver.hpp"
#include "gs/gather_scatter.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/grading.hpp"
#include "perf/machine_rates.hpp"
#include "precond/coarse/coarse_choice.hpp"
#include "precond/coarse/coarse_solvers.hpp"
#include "precond/coarse/vertex_numbering.hpp"

namespace {

using namespace lobatto;
constexpr std::size_t n_vertices = precond::n_vertices;

mesh::BoxMesh make_mesh(int n_elements, const comm::Communicator& world) {
  const mesh::Axis axis{mesh::uniform_ticks(0, 1, n_elements), true};
  return mesh::make_box_mesh({axis, axis, axis}, 1, world.rank(), world.size());
}

/// At order 2, where GLL quadrature is exact on boxes.
precond::CoarseProblem make_problem(const mesh::BoxMesh& mesh, const comm::Communicator& world) {
  const space::FunctionSpace space(mesh::with_order(mesh, 2), world);
  return precond::make_coarse_problem(
      space, space::BoundaryConditions(mesh::n_faces, poly::EndCondition::neumann));
}

/// Shares of a field that is rough and sums up to zero in each element.
std::vector<double> make_shares(const precond::CoarseProblem& problem) {
  std::vector<double> f;
  for (const auto& ids : problem.ids)
    for (std::size_t a = 0; a < n_vertices; ++a)
      f.push_back((a < 4 ? 1 : -1) * std::sin(0.7 * static_cast<double>(ids[0] * ids[0] % 1009)));
  return f;
}

/// |f - K u| / |f|, each vertex counted as often as it has copies.
double residual(const precond::CoarseProblem& problem, std::span<const double> f,
                std::span<const double> u, const comm::Communicator& world) {
  const gs::GatherScatter gather_scatter(precond::flatten(problem.ids), world);
  std::vector<double> rhs(f.begin(), f.end()), rest(rhs);
  for (std::size_t q = 0; q < rest.size(); ++q) {
    const auto& matrix = problem.matrices[q / n_vertices];
    for (std::size_t b = 0; b < n_vertices; ++b)
      rest[q] -= matrix[q % n_vertices * n_vertices + b] * u[q / n_vertices * n_vertices + b];
  }
  gather_scatter.add(std::span<double>(rhs));
  gather_scatter.add(std::span<double>(rest));
  const auto norm = [&](const std::vector<double>& x) {
    double sum = 0;
    for (const double value : x) sum += value * value;
    return std::sqrt(world.sum(sum));
  };
  return norm(rest) / norm(rhs);
}

double seconds(const std::function<void()>& work, const comm::Communicator& world) {
  world.barrier();
  const auto start = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return world.max(elapsed.count());
}

struct Case {
  int n_elements;
  const precond::CoarseProblem& problem;
  const comm::Communicator& world;
  const perf::MachineRates& rates;

  [[nodiscard]] double milliseconds(const perf::Work& work) const {
    return 1e3 * perf::seconds_of(work, rates, world.size());
  }
};

/// estimate: ms that the choice goes by; 0: none.
void time_solver(const std::string& name, const Case& box, double estimate,
                 const std::function<precond::CoarseSolver()>& make, bool same_matrix = true) {
  constexpr int n_repeats = 20;
  const auto f = make_shares(box.problem);
  std::vector<double> u(f.size());
  precond::CoarseSolver solve;
  const double setup = seconds([&] { solve = make(); }, box.world);
  solve(f, u);
  double best = 1e300;
  for (int i = 0; i < n_repeats; ++i)
    best = std::min(best, seconds([&] { solve(f, u); }, box.world));
  const double rest = residual(box.problem, f, u, box.world);
  if (box.world.rank() != 0) return;
  std::printf("| %d^3 | %d | %s | %.1f | %.3f | ", box.n_elements, box.world.size(), name.c_str(),
              1e3 * setup, 1e3 * best);
  std::printf(estimate > 0 ? "%.3f | " : "- | ", estimate);
  std::printf(same_matrix ? "%.0e |\n" : "- |\n", rest);
  std::fflush(stdout);
}

/// Its matrix is another one: the mass in it is lumped.
precond::CoarseSolver make_tensor_direct(const mesh::BoxMesh& mesh,
                                         const comm::Communicator& world) {
  constexpr poly::LineConditions closed{poly::EndCondition::periodic, poly::EndCondition::periodic};
  const auto solver = std::make_shared<direct::TensorSolver>(
      mesh, direct::BoxConditions{closed, closed, closed}, world);
  return
      [solver](std::span<const double> f, std::span<double> u) { solver->solve(0.0, 1.0, f, u); };
}

/// On all ranks, and on parts of them.
void time_boomer_amg(const Case& box) {
  const std::int64_t size = std::int64_t{1} * box.n_elements * box.n_elements * box.n_elements;
  for (int n_ranks = box.world.size(); n_ranks > 0; n_ranks /= 2)
    time_solver("BoomerAMG on " + std::to_string(n_ranks), box,
                box.milliseconds(precond::amg_work(size, box.world.size(), n_ranks)), [&] {
                  return precond::make_boomer_amg(box.problem, box.world, {.n_ranks = n_ranks});
                });
}

void run(int n_elements, const comm::Communicator& world, const perf::MachineRates& rates) {
  const auto mesh = make_mesh(n_elements, world);
  const auto problem = make_problem(mesh, world);
  const Case box{n_elements, problem, world, rates};
  const std::array n{n_elements, n_elements, n_elements};
  const double of_cholesky =
      box.milliseconds(precond::cholesky_work(std::int64_t{1} * n[0] * n[1] * n[2], world.size()));
  time_solver("tensor direct", box, 0, [&] { return make_tensor_direct(mesh, world); }, false);
  time_solver("FFT", box, 0, [&] { return precond::make_fft_coarse(problem, n, world); });
  time_solver("Cholesky", box, of_cholesky,
              [&] { return precond::make_sparse_cholesky(problem, world); });
  if (precond::has_boomer_amg()) time_boomer_amg(box);
  const double of_schwarz =
      box.milliseconds(precond::schwarz_work(std::int64_t{1} * n[0] * n[1] * n[2], world.size()));
  time_solver("Schwarz", box, of_schwarz,
              [&] { return precond::make_vertex_schwarz(problem, world); });
}

}  // namespace

int main(int argc, char** argv) {
  const comm::Environment environment(argc, argv);
  const auto world = comm::Communicator::world();
  const perf::MachineRates rates = perf::measure_machine_rates(world);
  if (world.rank() == 0) std::printf("rates: %s\n\n", describe(rates).c_str());
  if (world.rank() == 0)
    std::puts(
        "| elements | ranks | solver | set-up, ms | solve, ms | estimate, ms | residual |\n"
        "|---|---|---|---|---|---|---|");
  std::vector<int> sizes{8, 16, 32};
  if (argc > 1) sizes.clear();
  for (int i = 1; i < argc; ++i) sizes.push_back(std::stoi(argv[i]));
  for (const int n_elements : sizes) run(n_elements, world, rates);
}
