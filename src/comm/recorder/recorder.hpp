#pragma once

#include <mpi.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/stopwatch.hpp"
#include "comm/recorder/function.hpp"
#include "comm/recorder/trace.hpp"

namespace lobatto::comm {

/// What the calls of one MPI function came to.
struct MpiCount {
  long long calls = 0;
  long long bytes = 0;  ///< that this rank gave away in them
  std::int64_t ticks = 0;
};

using MpiCounts = std::array<MpiCount, n_mpi_functions>;  ///< by MpiFunction

/// Messages, or collective calls, of about one size.
struct MpiTraffic {
  long long messages = 0;
  long long bytes = 0;
};

/// Keeps account of the calls of MPI on one rank: how many, how long, how much, to whom.
///
/// From its construction to its destruction the functions of MPI report here: all that the thread
/// calls that made it, from this program or a library below it. It should be made before anything
/// that is to be recorded, since it must have seen how communicators and persistent requests are
/// made. Only what is called between start() and stop() counts. One at a time a thread.
///
/// Bytes are those that the rank gives away: in a message its length, on the side of the sender
/// alone; in a collective call the block that the rank hands in, the values once in a reduction,
/// all blocks together in an all-to-all, and in a broadcast the buffer on every rank. A persistent
/// request is a message each time that it is started.
class MpiRecorder {
 public:
  using Flow = TraceEvent::Flow;
  /// Sizes by powers of two: entry 0 has those of no bytes, entry k those in [2^(k-1), 2^k).
  using Sizes = std::array<MpiTraffic, 65>;

  /// trace_bytes: memory for the trace of the last steps. Throws base::Error where the thread has a
  /// recorder already.
  explicit MpiRecorder(std::size_t trace_bytes);
  ~MpiRecorder();
  MpiRecorder(const MpiRecorder&) = delete;
  MpiRecorder& operator=(const MpiRecorder&) = delete;

  /// Begins to count, from nothing. Calls are booked under the number that stands in `region` at
  /// that moment, which must live until stop(). No message may be under way.
  void start(const std::size_t& region);
  /// Between two steps of the program: where the trace may be cut.
  void end_step();
  void stop();

  /// @name After stop()
  /// @{
  [[nodiscard]] double seconds() const { return seconds_; }  ///< from start() to stop()
  [[nodiscard]] double seconds_a_tick() const { return seconds_a_tick_; }
  /// By region; regions that called nothing may be missing at the end.
  [[nodiscard]] std::span<const MpiCounts> counts() const { return counts_; }
  [[nodiscard]] const Sizes& message_sizes() const { return message_sizes_; }
  [[nodiscard]] const Sizes& collective_sizes() const { return collective_sizes_; }
  /// Point-to-point messages to each rank of MPI_COMM_WORLD that got any.
  [[nodiscard]] const std::map<int, MpiTraffic>& sent() const { return sent_; }
  [[nodiscard]] const MpiTrace& trace() const { return trace_; }
  /// False where something was recorded that the trace cannot hold: a message from a sender that
  /// was left open when its reception was asked for.
  [[nodiscard]] bool trace_is_whole() const { return trace_is_whole_; }
  /// @}

  /// @name For the functions that stand before those of MPI
  /// @{
  /// False before start() and after stop().
  [[nodiscard]] bool is_recording() const { return recording_; }
  /// True in a call of MPI, which may make others of its own.
  [[nodiscard]] bool is_inside() const { return inside_; }
  void enter() {
    inside_ = true;
    entered_ = base::read_ticks();
    computed_ += static_cast<double>(entered_ - left_);
  }
  /// bytes: given away in this call.
  void leave(MpiFunction function, std::size_t bytes);

  void new_group(MPI_Comm parent, MPI_Comm made);
  void forget_group(MPI_Comm group) { groups_.erase(group); }
  /// Requests stay known until they are complete, persistent ones until they are freed.
  void new_send(MPI_Request request, MPI_Comm group, int to, int tag, std::size_t bytes,
                bool persistent);
  void new_receive(MPI_Request request, MPI_Comm group, int from, int tag, bool persistent);
  void new_collective(MPI_Request request, MPI_Comm group, Flow flow, int root, std::size_t bytes);
  void forget_request(MPI_Request request) { requests_.erase(request); }
  /// A persistent request begins again; the bytes that it sends.
  std::size_t started(MPI_Request request);
  /// What the handle stood for has happened; nothing where it is not known.
  void completed(MPI_Request request);

  /// A message that leaves here and now.
  void sent(MPI_Comm group, int to, int tag, std::size_t bytes);
  /// A message that was received; from and tag as it came.
  void received(MPI_Comm group, int from, int tag);
  /// A collective operation that has been completed in one call.
  void collective(MPI_Comm group, Flow flow, int root, std::size_t bytes);

  /// A message to a rank of MPI_COMM_WORLD that does not go through MPI.
  void count_message(int world_rank, std::size_t bytes);
  void trace_enter(std::uint32_t group, std::uint32_t sequence, Flow flow = Flow::all,
                   std::uint32_t root = 0) {
    trace({0, root, group, sequence, TraceEvent::Kind::enter, flow});
  }
  void trace_leave(std::uint32_t group, std::uint32_t sequence, Flow flow = Flow::all,
                   std::uint32_t root = 0) {
    trace({0, root, group, sequence, TraceEvent::Kind::leave, flow});
  }
  /// @}

 private:
  struct Group {
    std::uint64_t id = 0;  // the same on all its ranks
    std::uint32_t n_children = 0;
    std::uint32_t n_collectives = 0;
    std::vector<int> world_ranks;
  };
  /// Messages between this rank and another with one tag in one group.
  struct Channel {
    std::uint32_t id = 0;
    int peer = 0;
    std::uint32_t n_sent = 0, n_received = 0;
  };
  struct Request {
    enum class Kind : std::uint8_t { send, receive, collective } kind = Kind::send;
    bool persistent = false;
    bool under_way = false;
    Flow flow = Flow::all;
    Channel* channel = nullptr;  // null for no partner, or any
    bool from_anybody = false;
    std::size_t bytes = 0;
    std::uint32_t group = 0, root = 0;  // of a collective operation
    std::uint32_t sequence = 0;
  };

  static Group make_group(MPI_Comm handle, std::uint64_t seed);
  Group& group_of(MPI_Comm handle);
  Channel* channel_of(MPI_Comm group, int rank, int tag);
  void send_on(Channel& channel, std::size_t bytes);
  void count_collective(std::size_t bytes);
  void trace(TraceEvent event);

  bool recording_ = false;
  bool inside_ = false;  // a call of MPI: what it calls itself does not count
  std::int64_t entered_ = 0, left_ = 0;
  double computed_ = 0;  // ticks outside MPI since the last entry of the trace
  const std::size_t* region_ = nullptr;
  std::vector<MpiCounts> counts_;
  Sizes message_sizes_{}, collective_sizes_{};
  std::map<int, MpiTraffic> sent_;
  MpiTrace trace_;
  bool trace_is_whole_ = true;
  std::unordered_map<MPI_Comm, Group> groups_;
  std::unordered_map<std::uint64_t, Channel> channels_;  // by id and peer
  std::unordered_map<MPI_Request, Request> requests_;
  std::int64_t start_ticks_ = 0;
  std::chrono::steady_clock::time_point start_;
  double seconds_ = 0, seconds_a_tick_ = 0;
};

/// The recorder of this thread, null where it has none.
///
/// The one object that all parts of a program share: MPI's profiling interface replaces functions
/// by name, for the libraries below us as well, and their arguments have no room for anything of
/// ours. It is a thread's own since the regions are those of one thread; what background threads do
/// is not looked at.
extern constinit thread_local MpiRecorder* current_mpi_recorder;

}  // namespace lobatto::comm
