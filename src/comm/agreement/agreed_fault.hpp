#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "base/function_ref.hpp"
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

/// Ends every rank's call the same way: when any rank comes with a message that is not empty, all
/// ranks throw base::Error with the message of the lowest such rank. Collective.
void throw_together(const Communicator& communicator, std::string_view message);

/// Runs `task` on rank 0 only; when it throws, every rank throws base::Error with its message.
/// Collective.
void on_root(const Communicator& communicator, base::FunctionRef<void()> task);

/// Runs `task` on every rank; when it throws on any, every rank throws base::Error with the message
/// of the lowest such rank. The task must not be collective. Collective.
void on_all(const Communicator& communicator, base::FunctionRef<void()> task);

}  // namespace lobatto::comm
