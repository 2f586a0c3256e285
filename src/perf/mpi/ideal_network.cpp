#include "perf/trace_window.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace lobatto::perf {
namespace {

using comm::TraceEvent;
using Kind = TraceEvent::Kind;
using Flow = TraceEvent::Flow;

struct MessageKey {
  std::uint32_t from, to, channel, sequence;
  friend bool operator==(const MessageKey&, const MessageKey&) = default;
};

struct HashOfMessage {
  std::size_t operator()(const MessageKey& key) const {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;
    std::uint64_t hash = (std::uint64_t{key.channel} << 32 | key.sequence) * odd;
    hash ^= (std::uint64_t{key.from} << 32 | key.to) + (hash >> 29);
    return static_cast<std::size_t>(hash * odd);
  }
};

std::uint64_t key_of_collective(const TraceEvent& event) {
  return std::uint64_t{event.channel} << 32 | event.sequence;
}

struct Collective {
  int n_missing = 0;  // that will come
  double last = 0;    // when the last one came
  bool root_is_missing = false;
  double root = 0;  // when the root came
};

class Replay {
 public:
  explicit Replay(std::span<const std::vector<TraceEvent>> ranks)
      : ranks_(ranks), next_(ranks.size()), computed_(ranks.size()), run_{0, {}} {
    times_.resize(ranks.size());
    run_.useful_seconds.resize(ranks.size());
    for (std::uint32_t r = 0; r < ranks.size(); ++r)
      for (const TraceEvent& event : ranks[r]) announce(r, event);
  }

  std::optional<IdealRun> run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::uint32_t r = 0; r < ranks_.size(); ++r) moved = advance(r) || moved;
    }
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      if (next_[r] < ranks_[r].size()) return std::nullopt;
      run_.seconds = std::max(run_.seconds, times_[r]);
    }
    return std::move(run_);
  }

 private:
  /// What will be sent, and who will come.
  void announce(std::uint32_t rank, const TraceEvent& event) {
    if (event.kind == Kind::send)
      sent_.insert({{rank, event.peer, event.channel, event.sequence}, not_yet});
    if (event.kind != Kind::enter) return;
    Collective& collective = collectives_[key_of_collective(event)];
    ++collective.n_missing;
    if (event.peer == rank) collective.root_is_missing = true;
  }

  /// Goes on with one rank until it waits; true where it went on at all.
  bool advance(std::uint32_t rank) {
    const auto& events = ranks_[rank];
    bool moved = false;
    for (; next_[rank] < events.size(); ++next_[rank]) {
      const TraceEvent& event = events[next_[rank]];
      if (!computed_[rank]) {
        times_[rank] += event.computed;
        run_.useful_seconds[rank] += event.computed;
        computed_[rank] = moved = true;
      }
      if (!take(rank, event)) return moved;
      computed_[rank] = false;
      moved = true;
    }
    return moved;
  }

  /// False where the rank has to wait.
  bool take(std::uint32_t rank, const TraceEvent& event) {
    double& now = times_[rank];
    switch (event.kind) {
      case Kind::compute:
        return true;
      case Kind::send:
        sent_[{rank, event.peer, event.channel, event.sequence}] = now;
        return true;
      case Kind::receive: {
        const auto message = sent_.find({event.peer, rank, event.channel, event.sequence});
        if (message == sent_.end()) return true;
        if (message->second == not_yet) return false;
        now = std::max(now, message->second);
        return true;
      }
      case Kind::enter:
        come(rank, event, collectives_[key_of_collective(event)]);
        return true;
      case Kind::leave: {
        const auto known = collectives_.find(key_of_collective(event));
        return known == collectives_.end() || go(rank, event, known->second);
      }
    }
    return true;
  }

  void come(std::uint32_t rank, const TraceEvent& event, Collective& collective) const {
    --collective.n_missing;
    collective.last = std::max(collective.last, times_[rank]);
    if (event.peer != rank) return;
    collective.root_is_missing = false;
    collective.root = times_[rank];
  }

  bool go(std::uint32_t rank, const TraceEvent& event, const Collective& collective) {
    const bool is_root = event.peer == rank;
    if (event.flow == Flow::to_root && !is_root) return true;
    if (event.flow == Flow::from_root) {
      if (collective.root_is_missing) return false;
      times_[rank] = std::max(times_[rank], collective.root);
      return true;
    }
    if (collective.n_missing > 0) return false;
    times_[rank] = std::max(times_[rank], collective.last);
    return true;
  }

  static constexpr double not_yet = -1;
  std::span<const std::vector<TraceEvent>> ranks_;
  std::vector<std::size_t> next_;  // event of each rank
  std::vector<bool> computed_;     // before that event
  std::vector<double> times_;
  std::unordered_map<MessageKey, double, HashOfMessage> sent_;  // when
  std::unordered_map<std::uint64_t, Collective> collectives_;
  IdealRun run_;
};

}  // namespace

std::optional<IdealRun> replay_on_ideal_network(
    std::span<const std::vector<comm::TraceEvent>> ranks) {
  return Replay(ranks).run();
}

}  // namespace lobatto::perf
