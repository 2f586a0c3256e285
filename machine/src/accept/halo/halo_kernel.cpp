#include "accept/kernel_kinds.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "accept/halo/box_mean.hpp"
#include "accept/halo/ghost_exchange.hpp"
#include "accept/rank_box.hpp"
#include "machine/results/statistics.hpp"
#include "perf/timing.hpp"

namespace lobatto::accept {

namespace {

const std::vector<int> default_size{64, 64, 64};
constexpr int n_fields = 8;
constexpr int n_answer_steps = 10;
constexpr double rest = 2.0;  ///< beside the mode, in the first field

/// Waves per direction of the mode whose decay is known.
constexpr std::array<int, 3> waves{1, 2, 1};

class HaloKernel : public Kernel {
 public:
  HaloKernel(const KernelSettings& settings, const comm::Communicator& communicator)
      : communicator_(communicator),
        box_(settings, default_size, 3, communicator.rank(), communicator.size()),
        nx_(static_cast<std::size_t>(box_.count(0))),
        ny_(static_cast<std::size_t>(box_.count(1))),
        nz_(static_cast<std::size_t>(box_.count(2))),
        work_(box_mean_workspace(nx_, ny_)) {
    for (int side = 0; side < 2; ++side) ghosts_.emplace_back(box_, communicator);
    for (int f = 0; f < n_fields; ++f) {
      fields_.emplace_back((nx_ + 2) * (ny_ + 2) * (nz_ + 2), 0.0);
      means_.emplace_back(fields_.back().size(), 0.0);
    }
    fill_with_mode();
  }

  void pass() override { overlapped_step(); }

  [[nodiscard]] Work work() const override {
    const double updates = box_.n_cells_in_all() * n_fields;
    // A field is read and its mean written, once each.
    return {updates, box_mean_flops * updates, 2 * sizeof(double) * updates};
  }

  std::vector<Figure> figures() override {
    const double apart = seconds_of([this] { bulk_step(); });
    const double together = seconds_of([this] { overlapped_step(); });
    return {{"without overlap, a pass", apart, "s"},
            {"with overlap, a pass", together, "s"},
            {"sent per rank and pass", 1e-6 * n_fields * ghosts_[0].bytes_sent(), "MB"}};
  }

  std::vector<Answer> answers() override {
    fill_with_mode();
    const double before = total();
    for (int step = 0; step < n_answer_steps; ++step) bulk_step();
    const auto apart = fields_;
    const double decayed = amplitude();
    const double after = total();
    fill_with_mode();
    for (int step = 0; step < n_answer_steps; ++step) overlapped_step();
    const double different = difference_from(apart);
    constexpr double rounding = 1e-11;  // of sums over all cells
    return {{"part of a mode that is left after 10 passes", decayed,
             std::pow(decay_per_step(), n_answer_steps), rounding},
            {"what all cells hold, of what they held", after / before, 1.0, rounding},
            {"largest difference between passes with and without overlap", different, 0.0, 0.0}};
  }

  [[nodiscard]] KernelSettings settings() const override { return box_.settings(); }

 private:
  /// First the ghosts of all fields, then all means.
  void bulk_step() {
    for (auto& field : fields_) ghosts_[0].fill(field.data());
    for (std::size_t f = 0; f < n_fields; ++f)
      box_mean(fields_[f].data(), means_[f].data(), nx_, ny_, 0, nz_, work_);
    std::swap(fields_, means_);
  }

  /// While the ghosts of the next field travel, a third of the means of this one per direction.
  void overlapped_step() {
    ghosts_[0].fill(fields_[0].data());
    for (std::size_t f = 0; f < n_fields; ++f) {
      double* const next = f + 1 < n_fields ? fields_[f + 1].data() : nullptr;
      for (int d = 0; d < 3; ++d) {
        if (next) ghosts_[1].begin(d, next);
        const auto third = static_cast<std::size_t>(d);
        box_mean(fields_[f].data(), means_[f].data(), nx_, ny_, nz_ * third / 3,
                 nz_ * (third + 1) / 3, work_);
        if (next) ghosts_[1].finish(d, next);
      }
    }
    std::swap(fields_, means_);
  }

  /// visit(place in a field, the mode there).
  template <class Visit>
  void for_cells(const Visit& visit) const {
    std::array<std::vector<double>, 3> phases;
    for (int d = 0; d < 3; ++d)
      for (int i = 0; i < box_.count(d); ++i)
        phases[static_cast<std::size_t>(d)].push_back(angle(d) * (box_.first(d) + i));
    for (std::size_t k = 0; k < nz_; ++k)
      for (std::size_t j = 0; j < ny_; ++j)
        for (std::size_t i = 0; i < nx_; ++i)
          visit(((k + 1) * (ny_ + 2) + j + 1) * (nx_ + 2) + i + 1,
                std::cos(phases[0][i]) * std::cos(phases[1][j]) * std::cos(phases[2][k]));
  }

  void fill_with_mode() {
    for (std::size_t f = 0; f < n_fields; ++f) {
      const double scale = 1.0 + static_cast<double>(f);
      for_cells([&](std::size_t cell, double mode) { fields_[f][cell] = scale * (mode + rest); });
    }
  }

  /// Of the mode in the last field, as it is now, of what it was at first. One that fits no box, of
  /// a single cell, say, is a constant, like the rest.
  double amplitude() const {
    double with_mode = 0, square = 0;
    for_cells([&](std::size_t cell, double mode) {
      with_mode += (fields_.back()[cell] - rest * n_fields) * mode;
      square += mode * mode;
    });
    return communicator_.sum(with_mode) / (n_fields * communicator_.sum(square));
  }

  double total() const {
    double sum = 0;
    for_cells([&](std::size_t cell, double) {
      for (const auto& field : fields_) sum += field[cell];
    });
    return communicator_.sum(sum);
  }

  double difference_from(const std::vector<std::vector<double>>& others) const {
    double largest = 0;
    for_cells([&](std::size_t cell, double) {
      for (std::size_t f = 0; f < n_fields; ++f)
        largest = std::max(largest, std::abs(fields_[f][cell] - others[f][cell]));
    });
    return communicator_.max(largest);
  }

  /// Radians from cell to cell in direction d.
  double angle(int d) const {
    const auto at = static_cast<std::size_t>(d);
    return 2 * std::numbers::pi * waves[at] / box_.size()[at];
  }

  /// cos(k x) becomes (1 + 2 cos(k h)) / 3 of itself as the mean of three cells.
  double decay_per_step() const {
    double decay = 1;
    for (int d = 0; d < 3; ++d) decay *= (1 + 2 * std::cos(angle(d))) / 3;
    return decay;
  }

  template <class Step>
  double seconds_of(const Step& step) {
    std::vector<double> seconds;
    for (int repeat = 0; repeat < 5; ++repeat)
      seconds.push_back(perf::seconds_of_slowest(communicator_, step));
    return machine::median(seconds);
  }

  const comm::Communicator& communicator_;
  RankBox box_;
  std::size_t nx_, ny_, nz_;
  std::vector<GhostExchange> ghosts_;  ///< of fields that travel at the same time
  std::vector<std::vector<double>> fields_, means_;
  std::vector<double> work_;
};

}  // namespace

KernelKind halo_kernel() {
  return {.name = "halo",
          .stands_for = "miniGhost",
          .does =
              "27-point means of 8 fields in a periodic box, ghost cells exchanged while "
              "another field is computed",
          .left_out = "the 5-, 7- and 9-point stencils, sources of heat, checkpoints",
          .update = "cell update",
          .size = default_size,
          .rank_directions = 3,
          .bytes_per_cell = 192,
          .further_layers = 2,
          .make = make_kernel<HaloKernel>};
}

}  // namespace lobatto::accept
