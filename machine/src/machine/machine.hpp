#pragma once

#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "machine/placement/core_map.hpp"

namespace lobatto::machine {

/// Where a rank is.
struct Seat {
  std::string host;
  int core = -1;                ///< where it ran when asked; -1 where the system does not say
  std::string processors = {};  ///< that it may run on, see CoreMap::bound_to
  CorePlace place = {};         ///< of these
};

/// The allocation. Only rank 0 knows it.
struct Allocation {
  std::vector<Seat> seats;  ///< [n_ranks]

  [[nodiscard]] int n_ranks() const { return static_cast<int>(seats.size()); }
  [[nodiscard]] std::vector<std::string> hosts() const;  ///< each once, in the order of ranks
  /// "rank 3 (node17, core 3)", with a partner "ranks 3 (node17, core 3) and 7 (node18, core 3)".
  [[nodiscard]] std::string name_of(int rank, int partner = -1) const;
};

/// This rank's own; asks hwloc, see CoreMap.
Seat own_seat();
/// The core that this thread runs on just now; -1 where the system does not say.
int own_core();

/// Collective; empty on all ranks but 0.
Allocation gather_seats(const comm::Communicator& communicator, const Seat& own);
/// That of own_seat(). Collective.
Allocation look_at_machine(const comm::Communicator& communicator);

}  // namespace lobatto::machine
