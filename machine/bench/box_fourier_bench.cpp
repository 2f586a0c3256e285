// Rates of Fourier transforms of boxes of nodes, forth and back on one core, beside FFTW's of the
// same box: by lines that hold waves alone, as plane-waves keeps them, and by all lines. Medians of
// 41 by processor time, in turn; 5 n log2 n FLOPs per line that is transformed.
#include <fftw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <vector>

#include "../../bench/support/thread_clock.hpp"
#include "accept/fourier/box_fourier.hpp"
#include "machine/results/statistics.hpp"

namespace {

using namespace lobatto;
using bench::now;

class FftwBox {
 public:
  explicit FftwBox(int n)
      : nodes_(static_cast<std::size_t>(n) * n * n),
        waves_(nodes_.size()),
        forth_(plan(n, nodes_, waves_, FFTW_FORWARD)),
        back_(plan(n, waves_, nodes_, FFTW_BACKWARD)) {
    std::fill(nodes_.begin(), nodes_.end(), 0.5);
  }
  ~FftwBox() {
    fftw_destroy_plan(forth_);
    fftw_destroy_plan(back_);
  }
  FftwBox(const FftwBox&) = delete;
  FftwBox& operator=(const FftwBox&) = delete;

  void forth_and_back() {
    fftw_execute(forth_);
    fftw_execute(back_);
    for (auto& node : nodes_) node /= static_cast<double>(nodes_.size());
  }

 private:
  using Values = std::vector<std::complex<double>>;
  static fftw_plan plan(int n, Values& from, Values& to, int direction) {
    return fftw_plan_dft_3d(n, n, n, reinterpret_cast<fftw_complex*>(from.data()),
                            reinterpret_cast<fftw_complex*>(to.data()), direction, FFTW_MEASURE);
  }

  Values nodes_, waves_;
  fftw_plan forth_, back_;
};

/// Up to |k| <= largest in each direction.
class OurBox {
 public:
  OurBox(int n, int largest)
      : fourier_(accept::RankBox({{n, n, n}, true, {1, 1}}, {n, n, n}, 2, 0, 1),
                 {largest, largest, largest}, comm::Communicator::self()),
        nodes_(fourier_.n_nodes()),
        waves_(fourier_.n_waves()) {
    nodes_.re.fill(0.5);
    nodes_.im.fill(0.25);
  }
  [[nodiscard]] double flops() const { return 2 * fourier_.flops(); }

  void forth_and_back() {
    fourier_.to_waves(nodes_, waves_);
    fourier_.to_nodes(waves_, nodes_);
    const auto n = static_cast<double>(nodes_.re.size());
    for (double& node : nodes_.re) node /= n;
    for (double& node : nodes_.im) node /= n;
  }

 private:
  accept::BoxFourier fourier_;
  accept::ComplexField nodes_, waves_;
};

template <class Act>
double seconds_of(const Act& act) {
  const double begin = now();
  act();
  return now() - begin;
}

void measure(int n) {
  constexpr int n_rounds = 41;
  FftwBox fftw(n);
  OurBox with_waves(n, n / 4), whole(n, n / 2);
  std::array<std::vector<double>, 3> seconds;
  for (int round = 0; round < n_rounds; ++round) {
    seconds[0].push_back(seconds_of([&] { fftw.forth_and_back(); }));
    seconds[1].push_back(seconds_of([&] { with_waves.forth_and_back(); }));
    seconds[2].push_back(seconds_of([&] { whole.forth_and_back(); }));
  }
  const double of_fftw = machine::median(seconds[0]), of_waves = machine::median(seconds[1]),
               of_all = machine::median(seconds[2]);
  const double rate = 1e-9 * whole.flops() / of_fftw;
  fmt::print("{:>6} {:>10.1f} {:>10.1f} {:>8.2f} {:>10.2f} {:>10.1f} {:>8.2f}\n", n, rate,
             1e-9 * with_waves.flops() / of_waves, 1e-9 * with_waves.flops() / of_waves / rate,
             of_fftw / of_waves, 1e-9 * whole.flops() / of_all, of_fftw / of_all);
}

}  // namespace

int main(int argc, char** argv) {
  const comm::Environment environment(argc, argv);
  fmt::print("{:>6} {:>10} {:>10} {:>8} {:>10} {:>10} {:>8}\n", "nodes", "FFTW", "with waves",
             "of FFTW", "time of it", "all lines", "of FFTW");
  for (const int n : {32, 48, 64}) measure(n);
}
