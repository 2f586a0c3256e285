#include "gs/global_ids.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "base/error.hpp"

namespace lobatto::gs {

IdGroups group_by_id(std::span<const std::int64_t> global_ids) {
  if (global_ids.size() >= std::numeric_limits<std::uint32_t>::max()) {
    throw base::Error("gather-scatter: " + std::to_string(global_ids.size()) +
                      " values on one rank are too many (2^32 - 1); use more ranks");
  }
  IdGroups groups;
  for (std::uint32_t i = 0; i < global_ids.size(); ++i) {
    if (global_ids[i] >= 0) groups.members.push_back(i);
  }
  std::stable_sort(groups.members.begin(), groups.members.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return global_ids[a] < global_ids[b]; });
  for (std::uint32_t m = 0; m < groups.members.size(); ++m) {
    const std::int64_t id = global_ids[groups.members[m]];
    if (!groups.ids.empty() && groups.ids.back() == id) continue;
    groups.ids.push_back(id);
    groups.offsets.push_back(m);
  }
  groups.offsets.push_back(static_cast<std::uint32_t>(groups.members.size()));
  return groups;
}

}  // namespace lobatto::gs
