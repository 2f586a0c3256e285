#pragma once

#include <cstdint>
#if !defined(__x86_64__) && !defined(__aarch64__)
#include <chrono>
#endif

namespace lobatto::base {

/// The processor's own constant-rate clock: several times cheaper to read than the system's. Its
/// rate is not known here; compare it with a system clock over the same interval.
inline std::int64_t read_ticks() {
#if defined(__x86_64__)
  return static_cast<std::int64_t>(__builtin_ia32_rdtsc());
#elif defined(__aarch64__)
  std::int64_t ticks;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return std::chrono::steady_clock::now().time_since_epoch().count();
#endif
}

}  // namespace lobatto::base
