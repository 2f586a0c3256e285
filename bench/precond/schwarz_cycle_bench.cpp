// Time of one V-cycle of the pressure's preconditioner, single and double precision, on boxes and
// on curved elements, 262,144 points per rank: the best and the median of many short runs.
// Arguments: the numbers of nodes per direction (default 8 16).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "../support/thread_clock.hpp"
#include "../support/waves.hpp"
#include "comm/communicator.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/grading.hpp"
#include "physics/solvers/coarse_solver.hpp"
#include "precond/schwarz/schwarz_multigrid.hpp"
#include "space/function_space.hpp"

namespace {

using namespace lobatto;
using bench::now;
using bench::waves;

constexpr int n_runs = 100;

template <class Real>
void time_cycle(const space::FunctionSpace& space, const char* geometry) {
  const space::BoundaryConditions conditions(mesh::n_faces, poly::EndCondition::neumann);
  precond::SchwarzMultigrid<Real> multigrid(space, conditions,
                                            physics::make_coarse_solver({}, space, conditions));
  space::Field r = space.make_field(), z = space.make_field();
  for (std::size_t q = 0; q < r.size(); ++q) r[q] = std::sin(0.001 * static_cast<double>(q));
  space.gather_scatter().add(r);
  std::vector<double> seconds;
  double flops = 0;
  for (int run = 0; run <= n_runs; ++run) {
    space.communicator().barrier();
    const double start = now();
    flops = multigrid.apply(r, z).sum().flops;
    const double elapsed = now() - start;
    if (run > 0) seconds.push_back(space.communicator().max(elapsed));
  }
  std::sort(seconds.begin(), seconds.end());
  if (space.communicator().rank() != 0) return;
  const double points = static_cast<double>(space.size());
  std::printf("| %s | %d | %s | %.2f | %.2f | %.1f |\n", geometry, space.n(),
              sizeof(Real) == 4 ? "single" : "double", 1e9 * seconds.front() / points,
              1e9 * seconds[n_runs / 2] / points, 1e-9 * flops / seconds.front());
  std::fflush(stdout);
}

void run(int n, const comm::Communicator& world) {
  // As many elements along z as make 262,144 points per rank.
  const int across = std::max(1, 64 / n);
  const mesh::Axis axis{mesh::uniform_ticks(0, 1, across), true};
  const mesh::Axis along{mesh::uniform_ticks(0, world.size(), across * world.size()), true};
  const auto mesh = mesh::make_box_mesh({axis, axis, along}, n - 1, world.rank(), world.size());
  const space::FunctionSpace box(mesh, world), curved(mesh, waves(), world);
  time_cycle<float>(box, "box");
  time_cycle<double>(box, "box");
  time_cycle<float>(curved, "curved");
  time_cycle<double>(curved, "curved");
}

}  // namespace

int main(int argc, char** argv) {
  const comm::Environment environment(argc, argv);
  const auto world = comm::Communicator::world();
  if (world.rank() == 0)
    std::puts(
        "| geometry | n | precision | ns per point, best | median | GFLOP/s per rank |\n"
        "|---|---|---|---|---|---|");
  std::vector<int> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::stoi(argv[i]));
  if (sizes.empty()) sizes = {8, 16};
  for (const int n : sizes) run(n, world);
}
