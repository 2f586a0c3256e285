#pragma once

#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// Numbers for another rank, or from it.
struct Letter {
  int rank;
  std::vector<long long> values;
};

/// Every rank writes to some others, to each at most once and perhaps to itself, and gets the
/// letters for it, in the order of those who wrote. Nobody needs to know who will write: memory and
/// messages are those of the letters, whatever the number of ranks. Collective.
///
/// Nonblocking consensus: a rank whose letters have all begun to be received enters a barrier and
/// goes on receiving until all have entered. Hoefler, Siebert & Lumsdaine, Scalable communication
/// protocols for dynamic sparse data exchange, PPoPP (2010).
std::vector<Letter> exchange_letters(std::vector<Letter> letters, const Communicator& communicator);

}  // namespace lobatto::comm
