#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::gs {

/// The ids that this rank has in common with another one, ascending, hence in the same order on
/// both.
struct PartnerIds {
  int rank;
  std::vector<std::int64_t> ids;
};

/// Finds who else holds the ids of this rank; partners in rank order. Collective.
/// ids: ascending, without repetition, not negative. Every id has a rank where all its holders
/// meet, as many ids on each: memory and messages are proportional to the ids a rank holds,
/// whatever the number of ranks.
std::vector<PartnerIds> find_shared_ids(std::span<const std::int64_t> ids,
                                        const comm::Communicator& communicator);

}  // namespace lobatto::gs
