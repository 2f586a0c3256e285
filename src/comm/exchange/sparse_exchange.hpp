#pragma once

#include <map>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// Numbers for other ranks, or from them, by their ranks.
using Letters = std::map<int, std::vector<long long>>;

/// Every rank writes to some others, perhaps to itself too, and gets the letters for it. Nobody
/// needs to know who will write: memory and messages are those of the letters, whatever the number
/// of ranks. Collective.
///
/// Nonblocking consensus: a rank whose letters have all begun to be received enters a barrier and
/// goes on receiving until all have entered. Hoefler, Siebert & Lumsdaine, Scalable communication
/// protocols for dynamic sparse data exchange, PPoPP (2010).
Letters exchange_letters(Letters letters, const Communicator& communicator);

}  // namespace lobatto::comm
