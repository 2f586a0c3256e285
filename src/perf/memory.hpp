#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

namespace lobatto::perf {

/// Largest resident set of this process so far, in bytes. Of memory shared with other processes it
/// counts this one's share at the moment of the call, so that the sum over the ranks of a node is
/// what the node needs; where the system does not tell shares (no /proc) it counts in full.
std::size_t peak_resident_bytes();

/// Resident set of this process now, in bytes; 0 where the system does not say (no /proc).
std::size_t resident_bytes();

/// Memory that the processes on this node may use together, in bytes: that of the node, or less
/// where a control group, of a container or a batch job, sets a limit.
std::size_t memory_bytes();

/// The least limit of memory that the control groups of a process and those above them set, in
/// bytes; nothing where there is none. `groups`: the list of its groups, as in /proc/self/cgroup;
/// `root`: where all of them are, as /sys/fs/cgroup. Knows versions 1 and 2.
std::optional<std::size_t> control_group_limit(const std::filesystem::path& groups,
                                               const std::filesystem::path& root);

}  // namespace lobatto::perf
