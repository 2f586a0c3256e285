#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace lobatto::comm {

/// One entry of the account that a rank keeps of its communication: what it computed since the
/// entry before, and then what it did. Enough to play the run again on another network.
struct TraceEvent {
  enum class Kind : std::uint8_t {
    compute,  ///< nothing: the end of a step
    send,     ///< message `sequence` of `channel` leaves for rank `peer`
    receive,  ///< message `sequence` of `channel` from rank `peer` has arrived
    enter,    ///< begins collective operation `sequence` of group `channel`
    leave,    ///< completes it
  };
  /// Who waits for whom in a collective operation.
  enum class Flow : std::uint8_t {
    all,        ///< everybody for everybody
    from_root,  ///< everybody for rank `peer`
    to_root,    ///< rank `peer` for everybody
  };
  double computed = 0;  ///< seconds outside MPI since the entry before
  std::uint32_t peer = 0;
  std::uint32_t channel = 0;   ///< the same number on all ranks that have part in it
  std::uint32_t sequence = 0;  ///< counts messages of a channel, or operations of a group
  Kind kind = Kind::compute;
  Flow flow = Flow::all;

  friend bool operator==(const TraceEvent&, const TraceEvent&) = default;
};

/// The events of the last complete steps, as many steps as fit.
class MpiTrace {
 public:
  explicit MpiTrace(std::size_t max_bytes) : max_events_(max_bytes / sizeof(TraceEvent)) {}

  void clear();
  void add(const TraceEvent& event);
  void end_step();
  /// Drops what came after the last complete step, and multiplies all times.
  void finish(double seconds_a_tick);

  /// Steps ended so far.
  [[nodiscard]] long long n_steps() const { return n_steps_; }
  /// The first step that is kept, from 0; n_steps() where not even one fits.
  [[nodiscard]] long long first_step() const {
    return n_steps_ - static_cast<long long>(steps_.size());
  }
  /// The events of one step that is kept.
  [[nodiscard]] const std::vector<TraceEvent>& step(long long number) const {
    return steps_[static_cast<std::size_t>(number - first_step())];
  }

 private:
  std::size_t max_events_;
  std::deque<std::vector<TraceEvent>> steps_;
  std::vector<TraceEvent> current_;
  std::size_t n_events_ = 0;  // of complete steps
  long long n_steps_ = 0;
  bool overflows_ = false;  // the current step alone is too long
};

}  // namespace lobatto::comm
