#pragma once

#include <exception>
#include <limits>
#include <string>
#include <string_view>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// What ranks that share the work on one thing find wrong with it: all throw what a single one
/// would have met first.
class AgreedFault {
 public:
  /// Says that something is wrong at `place`, counted from 0 in the order in which a single rank
  /// would work; below 2^53. Only the first one counts. Not collective.
  void report(long long place, std::string_view text) {
    if (place >= place_) return;
    place_ = place;
    text_ = text;
  }

  /// Throws base::Error with the text of the lowest place, of the lowest rank there, on every rank;
  /// does nothing where nobody has reported anything. Collective.
  void agree(const Communicator& communicator) const;

 private:
  long long place_ = std::numeric_limits<long long>::max();
  std::string text_;
};

/// Calls `work` on every rank and throws what it throws on any, of the lowest rank, on all: for
/// parts of one thing in rank order. Collective; `work` is not.
template <class Work>
void together(const Communicator& communicator, const Work& work) {
  AgreedFault fault;
  try {
    work();
  } catch (const std::exception& error) {
    fault.report(0, error.what());
  }
  fault.agree(communicator);
}

}  // namespace lobatto::comm
