#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "comm/exchange/neighbour_exchange.hpp"

namespace lobatto::comm {

/// Those of `numbers` outside of first ... last - 1, ascending, each once.
std::vector<std::int64_t> numbers_outside(std::span<const std::int64_t> numbers, std::int64_t first,
                                          std::int64_t last);

/// The values that this rank needs of a vector whose values are distributed: consecutive ones on
/// each rank, in the order of the ranks.
class GhostValues {
 public:
  /// numbers: those needed, ascending, each once, none of this rank's own,
  /// which begin at `first`. Collective. O(numbers) besides the first number of each rank.
  GhostValues(std::span<const std::int64_t> numbers, std::int64_t first,
              const Communicator& communicator);

  /// Sends what others need of x, the values of this rank; begun and finished in turn.
  void begin(std::span<const double> x);
  /// The values in the order of the numbers; valid until the next begin.
  std::span<const double> finish();

 private:
  std::optional<NeighbourExchange> exchange_;
  std::vector<std::vector<std::uint32_t>> sent_;  ///< for each partner, places in x
  std::vector<std::size_t> n_received_;           ///< of each partner
  std::vector<double> values_;
};

}  // namespace lobatto::comm
