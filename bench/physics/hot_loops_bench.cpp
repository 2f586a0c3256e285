// Where each hot loop of the iterative solvers stands: counted bytes a second against the STREAM
// triad and counted operations a second against the small-matrix peak, both measured in the same
// run (perf/machine_limits.hpp; twice the peak for loops in single precision), in cache and out of
// it. The table of docs/performance.md. Arguments: the numbers of nodes per direction (default 8
// 16).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "../support/thread_clock.hpp"
#include "../support/waves.hpp"
#include "comm/communicator.hpp"
#include "krylov/flexible_gmres.hpp"
#include "krylov/merged_conjugate_gradients.hpp"
#include "krylov/solution_projection.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/grading.hpp"
#include "perf/machine_limits.hpp"
#include "physics/solvers/assembled_helmholtz.hpp"
#include "physics/solvers/coarse_solver.hpp"
#include "precond/schwarz/schwarz_multigrid.hpp"
#include "precond/schwarz/schwarz_smoother.hpp"
#include "space/function_space.hpp"
#include "space/helmholtz_operator.hpp"

namespace {

using namespace lobatto;
using bench::now;
using bench::waves;
using kernels::Cost;

/// Best and median of fifteen repetitions, each at least five milliseconds long: seconds a call.
struct Seconds {
  double best, median;
};
Seconds seconds_a_call(const std::function<void()>& call) {
  constexpr int n_repetitions = 15;
  call();
  std::vector<double> seconds;
  for (int repetition = 0; repetition < n_repetitions; ++repetition) {
    int n_calls = 0;
    const double start = now();
    do {
      call();
      ++n_calls;
    } while (now() - start < 0.005);
    seconds.push_back((now() - start) / n_calls);
  }
  std::sort(seconds.begin(), seconds.end());
  return {seconds.front(), seconds[n_repetitions / 2]};
}

/// The loops on one mesh, each printed as a row.
class Loops {
 public:
  Loops(const space::FunctionSpace& space, const perf::MachineLimits& limits)
      : space_(space),
        limits_(limits),
        points_(static_cast<double>(space.size())),
        geometry_(space.curved() != nullptr ? "general" : "box"),
        field_(space.make_field()),
        other_(space.make_field()) {
    for (std::size_t q = 0; q < field_.size(); ++q)
      field_[q] = std::sin(0.001 * static_cast<double>(q));
    space.gather_scatter().add(field_);
  }

  void helmholtz() {
    const auto helmholtz = space::make_helmholtz_operator(space_);
    double energy = 0;
    print("operator", 1, helmholtz->cost(false) * space_.n_elements(), [&] {
      energy += helmholtz->apply(0, space_.n_elements(), {0.0, 1.0}, field_.data(), other_.data());
    });
  }

  void conjugate_gradients() {
    constexpr int n_iterations = 10;
    physics::AssembledHelmholtz helmholtz(space_, conditions_);
    helmholtz.set_coefficients({1.0, 1.0});
    krylov::MergedConjugateGradients cg(helmholtz.inverse_multiplicity(),
                                        helmholtz.order().blocks());
    // The operator reads p from cache and its image stays there: what is left of its bytes is the
    // geometry.
    const Cost one = helmholtz.cost();
    const Cost iteration = krylov::MergedConjugateGradients::iteration_cost(points_, false) +
                           Cost{one.flops, one.bytes - 16.0 * points_};
    const std::span<const double> rhs[] = {field_};
    const std::span<double> solution[] = {other_};
    print(
        "merged CG, an iteration", 1, iteration * n_iterations,
        [&] {
          other_.fill(0);
          helmholtz.solve(cg, {}, rhs, solution, {0.0, 0.0, n_iterations});
        },
        n_iterations);
  }

  /// The vectors alone, with a diagonal for the operator and a copy for the preconditioner.
  void gmres() {
    constexpr int n_iterations = 8;
    krylov::FlexibleGmres gmres(space_.size(), n_iterations);
    const auto copy = [](std::span<const double> r, std::span<double> z) {
      std::copy(r.begin(), r.end(), z.begin());
    };
    const krylov::WeightedInner inner{space_.gather_scatter().inverse_multiplicity(), sum_};
    Cost cost{2.0 * n_iterations * points_, (8.0 * n_iterations + 16.0) * points_};
    for (int j = 0; j < n_iterations; ++j)
      cost = cost + Cost{(4.0 * j + 8) * points_, (16.0 * j + 48) * points_} + diagonal_cost() +
             Cost{0, 16 * points_};
    print(
        "GMRES's vectors, an iteration of 8", 1, cost,
        [&] {
          other_.fill(0);
          gmres.solve(diagonal_, copy, inner, field_, other_, {0.0, 0.0, n_iterations});
        },
        n_iterations);
  }

  void projection() {
    constexpr int n_vectors = 8;
    krylov::SolutionProjection projection(space_.size(), n_vectors);
    const krylov::WeightedInner inner{space_.gather_scatter().inverse_multiplicity(), sum_};
    for (int k = 1; k <= n_vectors; ++k) {
      for (std::size_t q = 0; q < other_.size(); ++q)
        other_[q] = std::sin(1e-3 * k * static_cast<double>(q) + k);
      projection.add(diagonal_, inner, other_);
    }
    print("projection on 8 solutions", 1,
          Cost{8.0 * n_vectors * points_, (16.0 * n_vectors + 88.0) * points_} + diagonal_cost(),
          [&] { projection.guess(diagonal_, inner, field_, other_); });
  }

  template <class Real>
  void smoother() {
    const auto arithmetic = kernels::make_batch_arithmetic<Real>(space_.n_elements());
    const kernels::ElementBatches batches{space_.n_elements(), arithmetic->lanes()};
    precond::SchwarzSmoother<Real> smoother(space_, conditions_, batches, *arithmetic);
    const std::size_t size = batches.n_values(space_.element_size());
    base::AlignedArray<Real> r(size), z(size);
    std::copy_n(field_.begin(), std::min(size, field_.size()), r.begin());
    print(in_precision<Real>("smoother"), 8.0 / sizeof(Real), smoother.cost(),
          [&] { smoother.apply(r, 1, false, z); });
  }

  template <class Real>
  void cycle() {
    precond::SchwarzMultigrid<Real> multigrid(space_, conditions_,
                                              physics::make_coarse_solver({}, space_, conditions_));
    print(in_precision<Real>("V-cycle"), 8.0 / sizeof(Real), multigrid.apply(field_, other_).sum(),
          [&] { multigrid.apply(field_, other_); });
  }

 private:
  template <class Real>
  static std::string in_precision(const std::string& name) {
    return name + (sizeof(Real) == sizeof(float) ? ", single" : ", double");
  }
  [[nodiscard]] Cost diagonal_cost() const { return {3.0 * points_, 16.0 * points_}; }

  /// peaks: operations of the loop that the processor does in the time of one in double precision.
  void print(const std::string& loop, double peaks, const Cost& cost,
             const std::function<void()>& call, int n_iterations = 1) const {
    const auto [best, median] = seconds_a_call(call);
    const double gbs = 1e-9 * cost.bytes / best, gflops = 1e-9 * cost.flops / best;
    const double to_ns = 1e9 / points_ / n_iterations;
    std::printf("| %s, %d | %.0f | %s | %.2f | %.2f | %.1f | %.0f %% | %.1f | %.0f %% |\n",
                geometry_, space_.n(), points_, loop.c_str(), to_ns * best, to_ns * median, gbs,
                100 * gbs / limits_.stream_gbs, gflops,
                100 * gflops / (peaks * limits_.peak_gflops));
    std::fflush(stdout);
  }

  const space::FunctionSpace& space_;
  perf::MachineLimits limits_;
  double points_;
  const char* geometry_;
  space::Field field_, other_;
  space::BoundaryConditions conditions_ =
      space::BoundaryConditions(mesh::n_faces, poly::EndCondition::neumann);
  std::function<void(std::span<double>)> sum_ = [this](std::span<double> values) {
    space_.communicator().sum(values);
  };
  /// Its values repeat, but more often than GMRES iterates here.
  std::function<void(std::span<const double>, std::span<double>)> diagonal_ =
      [](std::span<const double> x, std::span<double> y) {
        for (std::size_t q = 0; q < x.size(); ++q)
          y[q] = (1.0 + 0.01 * static_cast<double>(q % 64)) * x[q];
      };
};

void run(int n, const std::array<int, 3>& n_elements, const perf::MachineLimits& limits,
         const comm::Communicator& self) {
  std::array<mesh::Axis, 3> axes;
  for (int d = 0; d < 3; ++d) axes[d] = {mesh::uniform_ticks(0, 1, n_elements[d]), true};
  const auto mesh = mesh::make_box_mesh(axes, n - 1, 0, 1);
  for (const bool curved : {false, true}) {
    const auto space =
        curved ? space::FunctionSpace(mesh, waves(), self) : space::FunctionSpace(mesh, self);
    Loops loops(space, limits);
    loops.helmholtz();
    loops.conjugate_gradients();
    loops.gmres();
    loops.projection();
    loops.smoother<float>();
    loops.smoother<double>();
    loops.cycle<float>();
    loops.cycle<double>();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const comm::Environment environment(argc, argv);
  const auto self = comm::Communicator::self();
  std::vector<int> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::stoi(argv[i]));
  if (sizes.empty()) sizes = {8, 16};
  const auto limits = perf::measure_machine_limits(self);
  std::printf("STREAM triad %.1f GB/s, small-matrix peak %.1f GFLOP/s\n\n", limits.stream_gbs,
              limits.peak_gflops);
  std::puts(
      "| geometry, n | points | loop | ns per point, best | median | GB/s | of STREAM | GFLOP/s | "
      "of "
      "peak |\n|---|---|---|---|---|---|---|---|---|");
  for (const int n : sizes) {
    run(n, {4, 4, 2}, limits, self);
    // 4.2 million points, whatever n is.
    const int across = std::max(1, 128 / n);
    run(n, {across, across, 2 * across}, limits, self);
  }
}
