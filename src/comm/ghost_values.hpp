#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/neighbour_exchange.hpp"

namespace lobatto::accept {

/// The values of a distributed vector that rows of this rank need of other ranks.
class GhostColumns {
 public:
  /// numbers: those needed, ascending, each once, none of this rank's own. first_of_rank
  /// [n_ranks + 1]: the number of the first value of each rank, and of all. Collective.
  GhostColumns(std::span<const long long> numbers, std::span<const long long> first_of_rank,
               const comm::Communicator& communicator);

  /// Sends what others need of x, the values of this rank; begun and finished in turn.
  void begin(std::span<const double> x);
  /// The values in the order of the numbers; valid until the next begin.
  std::span<const double> finish();
  [[nodiscard]] double bytes_sent() const;  ///< by this rank, per exchange

 private:
  comm::NeighbourExchange exchange_;
  std::vector<std::vector<std::uint32_t>> sent_;  ///< for each partner, places in x
  std::vector<std::size_t> n_received_;           ///< of each partner
  std::vector<double> values_;
};

}  // namespace lobatto::accept
