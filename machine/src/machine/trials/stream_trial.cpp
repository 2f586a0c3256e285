#include "machine/trials/trial_kinds.hpp"

#include <algorithm>
#include <array>

#include "base/aligned_array.hpp"
#include "base/stopwatch.hpp"
#include "perf/machine_limits.hpp"
#include "perf/stream_kernels.hpp"

namespace lobatto::machine {

namespace {

constexpr std::size_t n_kernels = 4;

template <class Real>
class Stream {
 public:
  explicit Stream(std::size_t n_bytes) : n_(n_bytes / sizeof(Real)), a_(n_), b_(n_), c_(n_) {
    b_.fill(1);
    c_.fill(2);
  }

  /// GB/s of copy, scale, add and triad, each begun by all ranks together; of copy by the faster of
  /// two ways.
  std::array<double, n_kernels> measure(const comm::Communicator& communicator) {
    Real* const a = a_.data();
    const Real* const b = b_.data();
    const Real* const c = c_.data();
    const double by_loop = gbs(2, communicator, [&] { perf::stream_copy(a, b, n_); });
    const double by_moves = gbs(2, communicator, [&] { perf::stream_copy_by_moves(a, b, n_); });
    return {std::max(by_loop, by_moves),
            gbs(2, communicator, [&] { perf::stream_scale(a, b, Real(3), n_); }),
            gbs(3, communicator, [&] { perf::stream_add(a, b, c, n_); }),
            gbs(3, communicator, [&] { perf::stream_triad(a, b, c, Real(3), n_); })};
  }

 private:
  template <class Kernel>
  double gbs(int n_arrays, const comm::Communicator& communicator, const Kernel& kernel) {
    communicator.barrier();
    const base::Stopwatch watch;
    kernel();
    return 1e-9 * static_cast<double>(n_arrays * n_ * sizeof(Real)) / watch.seconds();
  }

  std::size_t n_;
  base::AlignedArray<Real> a_, b_, c_;
};

class StreamTrial : public Trial {
 public:
  explicit StreamTrial(const comm::Communicator& communicator)
      : communicator_(communicator),
        node_(communicator.split_by_node()),
        n_bytes_(perf::stream_length(node_.size()) * sizeof(double)) {}

  void prepare() override {
    double_.emplace(n_bytes_);
    single_.emplace(n_bytes_);
  }
  void release() override {
    double_.reset();
    single_.reset();
  }
  void repeat(double, std::span<std::optional<double>> values) override {
    const auto in_double = double_->measure(communicator_);
    const auto in_single = single_->measure(communicator_);
    for (std::size_t k = 0; k < n_kernels; ++k) {
      values[k] = in_double[k];
      values[n_kernels + k] = in_single[k];
    }
    const double of_node = node_.sum(in_double.back());
    if (node_.rank() == 0) values[2 * n_kernels] = of_node;
  }

 private:
  const comm::Communicator& communicator_;
  comm::Communicator node_;
  std::size_t n_bytes_;
  std::optional<Stream<double>> double_;
  std::optional<Stream<float>> single_;
};

std::vector<Measurand> stream_quantities() {
  std::vector<Measurand> all;
  for (const char* precision : {"", "_single"})
    for (const char* kernel : {"copy", "scale", "add", "triad"})
      all.push_back({std::string("stream_").append(kernel).append(precision), "GB/s"});
  all.push_back({"stream_triad_node", "GB/s", Better::larger, Per::node});
  return all;
}

}  // namespace

TrialKind stream_trial() {
  return {"stream", "memory bandwidth (STREAM)", 3, 1, stream_quantities, make_trial<StreamTrial>};
}

}  // namespace lobatto::machine
