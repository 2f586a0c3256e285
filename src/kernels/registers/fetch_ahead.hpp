#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {
inline namespace LOBATTO_LANES {

/// Brings lines of memory that will be needed soon into the second cache, a few at a time between
/// arithmetic, so that the fetches in flight never pile up. Streams are contiguous pieces of equal
/// length; they may lie beyond the end of their field (a fetch of an address that does not exist
/// does nothing), hence addresses and no pointers.
class FetchAhead {
 public:
  /// Forget all streams; the next ones are n_values long and fetched in n_steps steps.
  void restart(std::size_t n_values, std::size_t n_steps) {
    streams_.clear();
    n_steps_ = n_steps;
    end_ = n_values * sizeof(double);
    at_ = next_ = 0;
  }

  /// The stream that begins at field[offset].
  void add(const double* field, std::size_t offset) {
    streams_.push_back({reinterpret_cast<std::uintptr_t>(field) + offset * sizeof(double)});
    const std::size_t n_lines = streams_.size() * ((end_ + line - 1) / line);
    lines_per_step_ = (n_lines + n_steps_ - 1) / n_steps_;
  }

  LOBATTO_INLINE void step() {
    for (std::size_t i = 0; i < lines_per_step_ && at_ < end_; ++i) {
      // NOLINTNEXTLINE(performance-no-int-to-ptr): it may lie beyond the field
      __builtin_prefetch(reinterpret_cast<const void*>(streams_[next_].begin + at_), 0, 2);
      if (++next_ == streams_.size()) {
        next_ = 0;
        at_ += line;
      }
    }
  }

 private:
  static constexpr std::size_t line = 64;  ///< bytes
  struct Stream {
    std::uintptr_t begin;
  };
  std::vector<Stream> streams_;
  std::size_t n_steps_ = 1, lines_per_step_ = 0, end_ = 0, at_ = 0, next_ = 0;
};

}  // namespace LOBATTO_LANES
}  // namespace lobatto::kernels
