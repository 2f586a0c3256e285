// Time a point, GFLOP/s and GB/s (as counted by the solver) of one solve on boxes that matter.
// Under MPI all ranks share each box and the times are of the slowest rank. Arguments: numbers of
// the boxes to run (default: all).
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "../support/thread_clock.hpp"
#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"
#include "direct/tensor_solver.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/grading.hpp"

namespace {

using namespace lobatto;

/// As cores of 2017 to 2023 measure it, so that long periodic directions go by waves.
constexpr double flops_per_byte = 0.4;

enum class Sides { periodic, walls, free };

struct Box {
  int n;
  std::array<int, 3> n_elements;
  std::array<Sides, 3> sides;
  int last = 2;  // the direction that is taken last
};

constexpr std::array all_periodic{Sides::periodic, Sides::periodic, Sides::periodic};
constexpr std::array duct{Sides::walls, Sides::walls, Sides::periodic};
constexpr std::array free_duct{Sides::free, Sides::free, Sides::periodic};
constexpr std::array channel{Sides::periodic, Sides::walls, Sides::periodic};

constexpr std::array boxes{
    Box{8, {8, 8, 8}, all_periodic},
    Box{16, {4, 4, 4}, all_periodic},
    Box{32, {2, 2, 2}, all_periodic},
    Box{8, {16, 16, 16}, all_periodic},
    Box{8, {8, 8, 12}, duct},
    Box{8, {8, 8, 12}, free_duct},
    Box{8, {12, 12, 16}, duct},
    Box{8, {16, 16, 24}, duct},
    Box{8, {24, 24, 24}, all_periodic},
    // Each with z and with another direction last.
    Box{8, {8, 8, 8}, channel},
    Box{8, {8, 8, 8}, channel, 1},
    Box{8, {8, 16, 8}, channel},
    Box{8, {8, 16, 8}, channel, 1},
    Box{8, {8, 32, 8}, channel},
    Box{8, {8, 32, 8}, channel, 1},
    Box{8, {8, 8, 12}, duct, 1},
    Box{8, {12, 12, 16}, duct, 1},
    Box{8, {16, 16, 24}, duct, 1},
    Box{8, {16, 16, 24}, duct, 0},
    Box{8, {8, 8, 8}, all_periodic, 1},
    Box{8, {8, 8, 8}, all_periodic, 0},
    Box{16, {4, 4, 4}, all_periodic, 1},
};

poly::LineConditions conditions_of(Sides sides) {
  using enum poly::EndCondition;
  switch (sides) {
    case Sides::periodic:
      return {periodic, periodic};
    case Sides::walls:
      return {dirichlet, dirichlet};
    default:
      return {neumann, neumann};
  }
}

mesh::Axis axis_of(Sides sides, int n_elements) {
  if (sides == Sides::periodic) return {mesh::uniform_ticks(0, 1, n_elements), true};
  return {mesh::sine_ticks(-0.5, 0.5, n_elements, 0.3), false};
}

/// Best and median of the processor's seconds of a solve, over at least twenty and about a second
/// of them.
struct Seconds {
  double best, median;
};
Seconds time_solves(direct::TensorSolver& solver, std::span<const double> f, std::span<double> u,
                    const comm::Communicator& world) {
  std::vector<double> seconds;
  double total = 0;
  while (seconds.size() < 20 || total < 1) {
    world.barrier();
    const double start = bench::now();
    solver.solve(1, 1, f, u);
    seconds.push_back(world.max(bench::now() - start));
    total += seconds.back();
  }
  std::ranges::sort(seconds);
  return {seconds.front(), seconds[seconds.size() / 2]};
}

void run(const Box& box, const comm::Communicator& world) {
  const auto& [n_x, n_y, n_z] = box.n_elements;
  std::array<mesh::Axis, 3> axes;
  direct::BoxConditions conditions;
  for (int d = 0; d < 3; ++d) {
    axes[d] = axis_of(box.sides[d], box.n_elements[d]);
    conditions[d] = conditions_of(box.sides[d]);
  }
  const auto mesh = mesh::make_box_mesh(std::move(axes), box.n - 1, world.rank(), world.size(),
                                        mesh::slabs_along(box.last));
  direct::TensorSolver solver(mesh, conditions, world,
                              std::make_shared<direct::Workspace>(flops_per_byte));

  const auto n_points = static_cast<std::size_t>(mesh.n_local_elements()) * box.n * box.n * box.n;
  base::AlignedArray<double> rhs(n_points), u(n_points);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (double& value : rhs) value = uniform(random);

  const Seconds seconds = time_solves(solver, rhs, u, world);
  const double points = world.sum(static_cast<double>(n_points));
  const double flops = world.sum(solver.flops()), bytes = world.sum(solver.bytes());
  if (world.rank() != 0) return;
  std::printf(
      "n %2d, %2d x %2d x %2d: best %6.2f, median %6.2f ns/point; %6.1f GFLOP/s, %5.1f GB/s; %s\n",
      box.n, n_x, n_y, n_z, 1e9 * seconds.best / points, 1e9 * seconds.median / points,
      1e-9 * flops / seconds.best, 1e-9 * bytes / seconds.best, solver.description().c_str());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const comm::Environment environment(argc, argv);
  const auto world = comm::Communicator::world();
  std::vector<int> chosen;
  for (int i = 1; i < argc; ++i) chosen.push_back(std::atoi(argv[i]));
  for (int i = 0; i < static_cast<int>(boxes.size()); ++i) {
    if (chosen.empty() || std::ranges::count(chosen, i) > 0) run(boxes[i], world);
  }
}
