#pragma once

#include <cstddef>
#include <cstdint>

namespace lobatto::comm {

/// A number in memory that ranks share, which only one of them raises and others wait for.
using SharedCounter = std::uint64_t;

/// What a counter takes, so that no two meet: processors fetch two lines at a time.
inline constexpr std::size_t bytes_of_counter = 128;

/// Sets a counter after all that this rank wrote before, streaming stores included.
void raise_to(SharedCounter& counter, std::uint64_t value);

/// Whether it has been raised so far; what its rank wrote before is then there to be read.
[[nodiscard]] bool has_reached(SharedCounter& counter, std::uint64_t target);

/// A pause of a waiting loop that has looked `n_looks` times. The first ones are short; later ones
/// let other ranks have the processor and messages move on.
void pause_between_looks(int n_looks);

/// Returns when done() is true.
template <class Done>
void wait_until(const Done& done) {
  for (int n_looks = 0; !done(); ++n_looks) pause_between_looks(n_looks);
}

}  // namespace lobatto::comm
