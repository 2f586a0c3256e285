#pragma once

#include <cstdint>
#include <span>
#include <vector>

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

}  // namespace lobatto::gs
