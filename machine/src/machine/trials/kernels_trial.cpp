#include "machine/trials/trial_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/aligned_array.hpp"
#include "base/stopwatch.hpp"
#include "kernels/products/contraction.hpp"
#include "perf/memory.hpp"

namespace lobatto::machine {

namespace {

/// One point of the sweep.
struct Size {
  int m = 0, s = 0;
  bool is_single = false;

  [[nodiscard]] std::size_t value_bytes() const {
    return is_single ? sizeof(float) : sizeof(double);
  }
  [[nodiscard]] std::size_t n_values() const { return static_cast<std::size_t>(s) * m * m * m; }
  [[nodiscard]] double flops() const { return 2.0 * s * m * m * m * m; }
  /// Not every size is worth a line.
  [[nodiscard]] bool is_detail() const { return s != 1 && s != 64 && s != 768; }
};

/// Those for people first, so that they are measured also in little time.
std::vector<Size> all_sizes() {
  std::vector<Size> sizes;
  for (const bool is_single : {false, true})
    for (const int m : {8, 16, 24, 32})
      for (int s = 0; s <= 768; s += 64) sizes.push_back({m, std::max(s, 1), is_single});
  std::stable_partition(sizes.begin(), sizes.end(),
                        [](const Size& size) { return !size.is_detail(); });
  return sizes;
}

template <class Real>
class Elements {
 public:
  explicit Elements(std::size_t n_values) : in_(n_values), out_(n_values) { in_.fill(Real(0.5)); }

  /// GFLOP/s of about four milliseconds or more of work.
  double gflops(const Size& size) {
    const int n = size.m;
    const kernels::BasicContraction<Real> product(kernels::ContractionShape::packed(n, n * n, n));
    base::AlignedArray<Real> matrix(static_cast<std::size_t>(n) * n);
    matrix.fill(Real(0.25));
    const std::size_t n_element = size.n_values() / static_cast<std::size_t>(size.s);
    const auto pass = [&] {
      for (std::size_t at = 0; at < size.n_values(); at += n_element)
        product(matrix.data(), in_.data() + at, out_.data() + at);
    };
    pass();  // makes the code, and brings into cache what fits
    const int n_passes = std::max(1, static_cast<int>(least_flops / size.flops()));
    const base::Stopwatch watch;
    for (int i = 0; i < n_passes; ++i) pass();
    return 1e-9 * n_passes * size.flops() / watch.seconds();
  }

 private:
  static constexpr double least_flops = 1e8;
  base::AlignedArray<Real> in_, out_;
};

class KernelsTrial : public Trial {
 public:
  explicit KernelsTrial(const comm::Communicator& communicator)
      : communicator_(communicator), sizes_(all_sizes()) {
    const auto n_ranks = static_cast<std::size_t>(communicator.split_by_node().size());
    const std::size_t most_bytes = perf::memory_bytes() / 16 / n_ranks;
    for (Size& size : sizes_)
      if (2 * size.n_values() * size.value_bytes() > most_bytes) size.s = 0;
    for (const Size& size : sizes_) n_values_ = std::max(n_values_, size.n_values());
  }

  void prepare() override {
    double_.emplace(n_values_);
    single_.emplace(n_values_);
  }
  void release() override {
    double_.reset();
    single_.reset();
  }
  void repeat(double seconds, std::span<std::optional<double>> values) override {
    communicator_.barrier();
    const base::Stopwatch watch;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      const Size& size = sizes_[i];
      if (size.s == 0 || (size.is_detail() && watch.seconds() > seconds)) continue;
      values[i] = size.is_single ? single_->gflops(size) : double_->gflops(size);
    }
  }

 private:
  const comm::Communicator& communicator_;
  std::vector<Size> sizes_;  ///< s = 0: left out
  std::size_t n_values_ = 0;
  std::optional<Elements<double>> double_;
  std::optional<Elements<float>> single_;
};

std::vector<Measurand> kernel_quantities() {
  std::vector<Measurand> all;
  for (const Size& size : all_sizes())
    all.push_back({fmt::format("kernel_m{}_s{}{}", size.m, size.s, size.is_single ? "_single" : ""),
                   "GFLOP/s", Better::larger, Per::core,
                   2.0 * static_cast<double>(size.n_values() * size.value_bytes()) / size.flops(),
                   size.is_detail()});
  return all;
}

}  // namespace

TrialKind kernels_trial() {
  return {"kernels", "small matrix products", 4, 1, kernel_quantities, make_trial<KernelsTrial>};
}

}  // namespace lobatto::machine
