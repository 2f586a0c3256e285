#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// Which rank owns a number, where each owns consecutive ones, in the order of the ranks.
class NumberOwners {
 public:
  /// first_owned: of this rank; that of the next where it owns none. Collective.
  NumberOwners(std::int64_t first_owned, const Communicator& communicator) {
    const long long first = first_owned;
    firsts_ = communicator.all_gather(std::span<const long long>(&first, 1));
  }

  [[nodiscard]] int of(std::int64_t number) const {
    // Of ranks that begin alike only the last owns anything.
    const auto owner = std::upper_bound(firsts_.begin(), firsts_.end(), number) - 1;
    return static_cast<int>(owner - firsts_.begin());
  }
  /// The first number of each rank.
  [[nodiscard]] std::span<const long long> firsts() const { return firsts_; }

 private:
  std::vector<long long> firsts_;
};

}  // namespace lobatto::comm
