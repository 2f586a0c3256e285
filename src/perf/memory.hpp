#pragma once

#include <cstddef>

namespace lobatto::perf {

/// Largest resident set of this process so far (or since the last forget_peak_resident()), in
/// bytes.
std::size_t peak_resident_bytes();

/// Makes the resident set of now the largest so far: after work whose memory is not to be counted,
/// such as measuring STREAM. False where the system cannot (other than Linux).
bool forget_peak_resident();

/// Resident set of this process now, in bytes; 0 where the system does not say (no /proc).
std::size_t resident_bytes();

}  // namespace lobatto::perf
