#pragma once

#include <cstddef>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"

namespace lobatto::comm {

/// The rank that this one exchanges messages with, and which of the two begins.
struct Pairing {
  int partner = -1;  ///< -1: none, this rank takes part in nothing
  bool begins = false;
};

/// Rank i with rank i + size / 2; of an odd number the last one has no partner.
Pairing pair_halves(int rank, int size);

/// Times messages between two ranks, as the OSU micro-benchmarks do. Both call the same function
/// with the same counts; other pairs may do so at the same time. Each function returns the seconds
/// that it took this rank; without a partner it returns 0 at once.
class PairMessages {
 public:
  /// n_bytes_in_flight: the most that is sent at once, n_bytes x window. Collective over the group,
  /// whose ranks all make one.
  PairMessages(const Communicator& group, Pairing pairing, std::size_t n_bytes_in_flight);

  [[nodiscard]] const Pairing& pairing() const { return pairing_; }
  /// From now on with another partner.
  void pair_with(const Pairing& pairing) { pairing_ = pairing; }

  /// A message there and one back, n_rounds times: 2 n_rounds messages one after another.
  double ping_pong(std::size_t n_bytes, int n_rounds);
  /// n_windows times: the one that begins sends `window` messages at once, and the other answers
  /// with an empty one when it has all.
  double one_way(std::size_t n_bytes, int window, int n_windows);
  /// The same with both sending `window` messages.
  double two_ways(std::size_t n_bytes, int window, int n_windows);

  struct Traffic {
    int n_windows = 0;
    double seconds = 0;
  };
  /// Windows of messages both ways, one at least, until `seconds` are over for the rank that
  /// begins; it tells the other after each whether to go on, and hears at the end that all has
  /// arrived.
  Traffic two_ways_for(std::size_t n_bytes, int window, double seconds);

 private:
  enum class Flow { out, in, both };
  void move_window(std::size_t n_bytes, int window, Flow flow);
  double move_windows(std::size_t n_bytes, int window, int n_windows, Flow flow);

  Communicator group_;  // a duplicate: these messages meet no others
  Pairing pairing_;
  base::AlignedArray<char> sent_, received_;
};

}  // namespace lobatto::comm
