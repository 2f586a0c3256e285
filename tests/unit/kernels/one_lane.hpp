#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/batches/batch_arithmetic.hpp"

namespace lobatto::kernels::test {

/// One element in a batch whose other lanes hold other numbers, which must not matter to it.
template <class Real>
class OneLane {
 public:
  /// In lane `at`, counted round, of batches for 2^(at % 6) elements.
  explicit OneLane(std::size_t at)
      : arithmetic_(make_batch_arithmetic<Real>(1 << at % 6)),
        n_lanes_(arithmetic_->lanes()),
        lane_(at % n_lanes_) {}

  [[nodiscard]] const BatchArithmetic<Real>& arithmetic() const { return *arithmetic_; }
  [[nodiscard]] std::size_t n_lanes() const { return n_lanes_; }
  [[nodiscard]] std::size_t lane() const { return lane_; }

  /// [size] to [size][lane]; the other lanes hold `factor` times the same.
  [[nodiscard]] base::AlignedArray<Real> spread(const std::vector<double>& values,
                                                double factor = -3) const {
    base::AlignedArray<Real> batch(values.size() * n_lanes_);
    for (std::size_t i = 0; i < batch.size(); ++i)
      batch[i] = static_cast<Real>((i % n_lanes_ == lane_ ? 1 : factor) * values[i / n_lanes_]);
    return batch;
  }
  [[nodiscard]] std::vector<double> take(const base::AlignedArray<Real>& batch) const {
    std::vector<double> values;
    for (std::size_t i = lane_; i < batch.size(); i += n_lanes_) values.push_back(batch[i]);
    return values;
  }

 private:
  std::unique_ptr<const BatchArithmetic<Real>> arithmetic_;
  std::size_t n_lanes_, lane_;
};

}  // namespace lobatto::kernels::test
