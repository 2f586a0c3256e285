#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::gs {

/// The local values, grouped by global id; those with a negative id are left out.
struct IdGroups {
  std::vector<std::int64_t> ids;       ///< [n_groups], ascending
  std::vector<std::uint32_t> offsets;  ///< [n_groups + 1], where the members of each group begin
  std::vector<std::uint32_t> members;  ///< local indices, ascending within a group

  [[nodiscard]] std::size_t size() const { return ids.size(); }
  [[nodiscard]] std::span<const std::uint32_t> group(std::size_t g) const {
    return {members.data() + offsets[g], offsets[g + 1] - offsets[g]};
  }
};

/// O(n log n). Throws base::Error for more than 2^32 - 1 values.
IdGroups group_by_id(std::span<const std::int64_t> global_ids);

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
