#pragma once

#include <cstddef>
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

}  // namespace lobatto::comm
