#pragma once

#include <cstddef>

namespace lobatto::perf {

/// Largest resident set of this process so far, in bytes.
std::size_t peak_resident_bytes();

/// Resident set of this process now, in bytes; 0 where the system does not say (no /proc).
std::size_t resident_bytes();

/// Memory of this node in bytes.
std::size_t memory_bytes();

}  // namespace lobatto::perf
