#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::precond {

/// Which rank owns a vertex, where each owns consecutive ones, in the order of the ranks.
class VertexOwners {
 public:
  /// first_owned: of this rank; that of the next where it owns none. Collective.
  VertexOwners(std::int64_t first_owned, const comm::Communicator& communicator) {
    const long long first = first_owned;
    firsts_ = communicator.all_gather(std::span<const long long>(&first, 1));
  }

  [[nodiscard]] int of(std::int64_t vertex) const {
    // Of ranks that begin alike only the last owns anything.
    const auto owner = std::upper_bound(firsts_.begin(), firsts_.end(), vertex) - 1;
    return static_cast<int>(owner - firsts_.begin());
  }
  /// The first vertex of each rank.
  [[nodiscard]] std::span<const long long> firsts() const { return firsts_; }

 private:
  std::vector<long long> firsts_;
};

}  // namespace lobatto::precond
