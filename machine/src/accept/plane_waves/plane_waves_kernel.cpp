#include "accept/kernel_kinds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "accept/plane_waves/band_solver.hpp"
#include "accept/plane_waves/known_bands.hpp"
#include "base/stopwatch.hpp"

namespace lobatto::accept {

namespace {

/// A function: kinds of kernels may be asked for before main.
std::vector<int> size_of_waves() { return {32, 32, 32}; }
constexpr int n_bands_of_pass = 32;

/// Cosines, 8 nodes per period in boxes of whole numbers of them: as wide as it is asked for.
WaveBox box_of_cosines(const KernelSettings& settings, const comm::Communicator& communicator) {
  const RankBox box(settings, size_of_waves(), 2, communicator.rank(), communicator.size());
  WaveBox wave_box{.settings = box.settings(), .lengths = {}, .potential = [](const auto& x) {
                     return std::cos(2 * x[0]) + std::cos(2 * x[1]) + std::cos(2 * x[2]);
                   }};
  wave_box.settings.ranks.resize(2);
  for (std::size_t d = 0; d < 3; ++d)
    wave_box.lengths[d] = std::numbers::pi * std::max(1, box.size()[d] / 8);
  return wave_box;
}

/// Of some repeats, seconds of the fastest.
template <class Act>
double fastest_of(const Act& act) {
  double best = std::numeric_limits<double>::max();
  for (int repeat = 0; repeat < 5; ++repeat) {
    const base::Stopwatch watch;
    act();
    best = std::min(best, watch.seconds());
  }
  return best;
}

/// GFLOP/s of lines of this length whose numbers are at hand, without transposition or messages.
double line_gflops(int n) {
  const auto lanes = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  const auto length = static_cast<std::size_t>(n);
  ComplexField from(length * lanes), to(length * lanes);
  std::vector<ConstLineRow> from_rows;
  std::vector<LineRow> to_rows;
  for (std::size_t i = 0; i < length * lanes; i += lanes) {
    from_rows.push_back({from.re.data() + i, from.im.data() + i, 0, 1});
    to_rows.push_back({to.re.data() + i, to.im.data() + i, 0, 1});
  }
  LineFourier fourier(n);
  const double seconds = fastest_of([&] { fourier(from_rows, to_rows, 1, lanes); });
  return 5e-9 * n * std::log2(n) * static_cast<double>(lanes) / seconds;
}

class PlaneWavesKernel : public Kernel {
 public:
  PlaneWavesKernel(const KernelSettings& settings, const comm::Communicator& communicator)
      : communicator_(communicator),
        wave_box_(box_of_cosines(settings, communicator)),
        solver_(wave_box_, n_bands_of_pass, communicator) {}

  void pass() override { solver_.iterate(); }

  [[nodiscard]] Work work() const override {
    const double updates =
        solver_.hamiltonian().box().n_cells_in_all() * n_bands_of_pass * (BandSolver::degree + 1);
    return {updates, solver_.flops(), solver_.bytes()};
  }

  std::vector<Figure> figures() override {
    BoxFourier& fourier = solver_.hamiltonian().fourier();
    ComplexField from(fourier.n_nodes()), to(fourier.n_waves());
    const double transform = communicator_.max(fastest_of([&] { fourier.to_waves(from, to); }));
    const double dense = communicator_.max(solver_.fastest_dense_seconds());
    const double all = communicator_.max(solver_.seconds()) / 100;
    const double gflops = 1e-9 / communicator_.size();
    return {
        {"waves in the cutoff", solver_.hamiltonian().n_waves_in_all()},
        {"FFT, per rank", gflops * fourier.flops() / transform, "GFLOP/s"},
        {"lines of FFT alone, per rank", communicator_.min(line_gflops(wave_box_.settings.size[2])),
         "GFLOP/s"},
        {"dense algebra, per rank", gflops * solver_.dense_flops() / dense, "GFLOP/s"},
        {"a large product alone, per rank", communicator_.min(large_product_gflops()), "GFLOP/s"},
        {"time in FFT", communicator_.max(solver_.fourier_seconds()) / all, "%"},
        {"time in dense algebra", communicator_.max(solver_.dense_seconds()) / all, "%"}};
  }

  std::vector<Answer> answers() override {
    return known_bands(wave_box_.settings.ranks, communicator_);
  }

  [[nodiscard]] KernelSettings settings() const override {
    return solver_.hamiltonian().box().settings();
  }

 private:
  const comm::Communicator& communicator_;
  WaveBox wave_box_;
  BandSolver solver_;
};

}  // namespace

KernelKind plane_waves_kernel() {
  return {.name = "plane-waves",
          .stands_for = "Qbox, miniDFT",
          .does =
              "an iteration for 32 bands on plane waves: Chebyshev filter by Fourier transforms, "
              "orthonormal bands, Rayleigh-Ritz, density",
          .left_out =
              "the potential of the density itself, pseudopotentials, k-points, ranks that share "
              "bands",
          .update = "band node update",
          .size = size_of_waves(),
          .rank_directions = 2,
          .bytes_per_cell = 235,
          .make = make_kernel<PlaneWavesKernel>};
}

}  // namespace lobatto::accept
