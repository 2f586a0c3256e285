#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// Memory that all ranks of a group on one node see: a part for each rank, one after another, each
/// on pages of its own, so that they lie in the memory next to their rank's processor. Zero when
/// made. It is gone when the last rank is done with it, whatever way that rank ends; destruction is
/// local, so that a rank that fails alone does not hang.
class SharedSegment {
 public:
  /// Collective. Null on every rank if the ranks are not all on one node or the system gives no
  /// such memory to any of them. `own_bytes` may differ between ranks.
  static std::unique_ptr<SharedSegment> create(const Communicator& group, std::size_t own_bytes);
  ~SharedSegment();
  SharedSegment(const SharedSegment&) = delete;
  SharedSegment& operator=(const SharedSegment&) = delete;

  /// Where the part of rank r begins. 64-byte aligned.
  [[nodiscard]] std::byte* part(int r) const {
    return begin_ + offsets_[static_cast<std::size_t>(r)];
  }

 private:
  SharedSegment(std::byte* begin, std::vector<std::size_t> offsets, std::size_t n_bytes)
      : begin_(begin), offsets_(std::move(offsets)), n_bytes_(n_bytes) {}

  std::byte* begin_;
  std::vector<std::size_t> offsets_;  // [n_ranks]
  std::size_t n_bytes_;
};

/// A number in memory that ranks share, which only one of them raises and others wait for.
using SharedCounter = std::uint64_t;

/// What a counter takes, so that no two meet: processors fetch two lines at a time.
inline constexpr std::size_t bytes_of_counter = 128;

/// Sets a counter after all that this rank wrote before, streaming stores included.
void raise_to(SharedCounter& counter, std::uint64_t value);

/// Whether it has been raised so far; what its rank wrote before is then there to be read.
[[nodiscard]] bool has_reached(SharedCounter& counter, std::uint64_t target);

/// A pause of a waiting loop that has looked `n_looks` times. The first ones are short; later ones
/// let other ranks have the processor and messages move on.
void pause_between_looks(int n_looks);

/// Returns when done() is true.
template <class Done>
void wait_until(const Done& done) {
  for (int n_looks = 0; !done(); ++n_looks) pause_between_looks(n_looks);
}

}  // namespace lobatto::comm
