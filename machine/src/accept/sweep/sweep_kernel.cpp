#include "accept/kernel_kinds.hpp"

#include <algorithm>
#include <limits>

#include "accept/sweep/sweep_answers.hpp"
#include "accept/sweep/wavefront.hpp"
#include "perf/timing.hpp"

namespace lobatto::accept {

namespace {

const std::vector<int> default_sweep_size{32, 32, 32};
constexpr int planes_per_chunk = 4;
constexpr int n_polar = 4, n_azimuthal = 4;  // 16 ordinates per octant
constexpr double cell_side = 0.25;

/// A scattering box with a source everywhere; every fourth slab of eight planes is denser.
TransportProblem layered_problem(const std::vector<int>& size) {
  TransportProblem problem;
  for (std::size_t d = 0; d < 3; ++d) problem.lengths[d] = cell_side * size[d];
  problem.ordinates = product_quadrature(n_polar, n_azimuthal);
  problem.materials = {graded_material(0.5, 0.6), graded_material(2, 0.3)};
  problem.material_at = [](const Vector& at) {
    return static_cast<int>(at[0] / (8 * cell_side)) % 4 == 3 ? 1 : 0;
  };
  problem.source_at = [](const Vector&) { return in_all_groups(1); };
  return problem;
}

int chunks_of(int planes) { return std::max(1, planes / planes_per_chunk); }

class SweepKernel : public Kernel {
 public:
  SweepKernel(const KernelSettings& settings, const comm::Communicator& communicator)
      : communicator_(communicator),
        box_(settings, default_sweep_size, 2, communicator.rank(), communicator.size()),
        n_chunks_(chunks_of(box_.size()[2])),
        iteration_(layered_problem(box_.size()), box_, n_chunks_, communicator) {}

  void pass() override { iteration_.iterate(); }

  [[nodiscard]] Work work() const override {
    const double cells = box_.n_cells_in_all();
    const double updates = cells * n_octants * n_polar * n_azimuthal * n_groups;
    // Per octant the source is read, the flux read and written; faces stay in cache.
    const double bytes = cells * n_octants * 3 * n_groups * sizeof(double);
    return {updates, diamond_flops * updates, bytes};
  }

  std::vector<Figure> figures() override {
    const double measured = measured_efficiency();
    const double model = pipeline_efficiency(box_.ranks()[0], box_.ranks()[1], n_chunks_);
    return {{"parallel efficiency of the wavefront", measured, ""},
            {"that of its model", model, ""},
            {"measured of the model", measured / model, ""},
            {"chunks per octant", static_cast<double>(n_chunks_), ""}};
  }

  std::vector<Answer> answers() override { return sweep_answers(box_.ranks(), communicator_); }

  [[nodiscard]] KernelSettings settings() const override {
    return {box_.size(), true, {box_.ranks()[0], box_.ranks()[1]}};
  }

 private:
  /// The time in which each rank sweeps as many cells by itself, all at the same time, of the time
  /// in which they sweep together. In turns, and the fastest of each: what disturbs only ever adds.
  [[nodiscard]] double measured_efficiency() {
    const auto self = comm::Communicator::self();
    const std::vector<int> size{box_.count(0), box_.count(1), box_.count(2)};
    SourceIteration own(layered_problem(size), {{size, true, {1, 1}}, size, 2, 0, 1}, n_chunks_,
                        self);
    double alone = std::numeric_limits<double>::max(), together = alone;
    for (int repeat = 0; repeat < 8; ++repeat) {
      alone = std::min(alone, perf::seconds_of_slowest(communicator_, [&] { own.iterate(); }));
      together = std::min(together,
                          perf::seconds_of_slowest(communicator_, [&] { iteration_.iterate(); }));
    }
    return alone / together;
  }

  const comm::Communicator& communicator_;
  RankBox box_;
  int n_chunks_;
  SourceIteration iteration_;
};

}  // namespace

KernelKind sweep_kernel() {
  return {.name = "sweep",
          .stands_for = "PARTISN, SNAP",
          .does =
              "discrete ordinates in a box: 128 directions, 8 groups with down-scatter, diamond "
              "difference, wavefronts over a grid of ranks in x and y",
          .left_out =
              "scattering that depends on the angle, time steps, acceleration of the iteration, "
              "threads over groups, curved coordinates",
          .update = "cell, direction and group update",
          .size = default_sweep_size,
          .rank_directions = 2,
          .bytes_per_cell = 540,
          .make = make_kernel<SweepKernel>};
}

}  // namespace lobatto::accept
