#pragma once

#include <cstddef>
#include <vector>

#include "kernels/lanes.hpp"

namespace lobatto::kernels {

/// Brings lines of memory that will be needed soon into the second cache, a few at a time between arithmetic, so that
/// the fetches in flight never pile up. Streams are contiguous pieces of equal length.
class FetchAhead {
 public:
  /// Forget all streams; the next ones are n_values long and fetched in n_steps steps.
  void restart(std::size_t n_values, std::size_t n_steps) {
    streams_.clear();
    n_steps_ = n_steps;
    end_ = n_values;
    at_ = next_ = 0;
  }
  void add(const double* stream) {
    streams_.push_back(stream);
    const std::size_t n_lines = streams_.size() * ((end_ + values_per_line - 1) / values_per_line);
    lines_per_step_ = (n_lines + n_steps_ - 1) / n_steps_;
  }

  LOBATTO_INLINE void step() {
    if (at_ >= end_) return;
    for (std::size_t line = 0; line < lines_per_step_; ++line) {
      __builtin_prefetch(streams_[next_] + at_, 0, 2);
      if (++next_ == streams_.size()) {
        next_ = 0;
        at_ += values_per_line;
        if (at_ >= end_) return;
      }
    }
  }

 private:
  static constexpr std::size_t values_per_line = 8;
  std::vector<const double*> streams_;
  std::size_t n_steps_ = 1, lines_per_step_ = 0, end_ = 0, at_ = 0, next_ = 0;
};

}  // namespace lobatto::kernels
