#pragma once

#include <simgrid/s4u.hpp>

#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "predict/simgrid/request.hpp"

namespace lobatto::predict {

/// What has been sent to a rank and not received yet, for one exchange.
class Inbox {
 public:
  /// A message within a node, whose time is known, or one between nodes that SimGrid carries.
  struct Arrival {
    double after = 0;  ///< s: arrives so long after `carried`, or then where nothing is carried
    simgrid::s4u::CommPtr carried;
  };

  void put(long long tag, Arrival arrival);
  /// By the actor of the rank alone: waits until so many have been sent.
  std::vector<Arrival> take(long long tag, std::size_t n);

 private:
  std::unordered_map<long long, std::vector<Arrival>> arrivals_;
  simgrid::s4u::ActorPtr asleep_;  ///< who waits for n_awaited_ of awaited_
  long long awaited_ = 0;
  std::size_t n_awaited_ = 0;
};

/// What the actors of all ranks share.
struct Simulated {
  const SimulationRequest& request;
  std::vector<simgrid::s4u::Host*> nodes;
  std::vector<Inbox> inboxes;  ///< by rank
  /// Of reductions whose time was measured: who has come, by operation and first rank.
  std::map<std::pair<long long, int>, std::pair<simgrid::s4u::BarrierPtr, int>> barriers;
  double end = 0;  ///< of the rank that is last, s
};

/// One rank, as an actor that goes through the schedule by itself: the model of NetworkSum with
/// messages between nodes as flows, which share the links of the platform.
///
///   A message between nodes leaves after the overheads of its sender, as a flow from node to node;
///   it arrives L after the flow has ended. Within a node nothing is shared: as in NetworkSum.
///
/// A reduction is messages by recursive doubling (ranks beyond a power of two hand theirs to
/// another first), or takes what was measured after its last rank has come.
class RankActor final : public ScheduleSink {
 public:
  RankActor(int rank, Simulated& shared) : rank_(rank), shared_(shared) {}

  void compute(std::string_view region, CostOf cost_of) override;
  void exchange(const Exchange& messages) override;
  void all_reduce(const RankSet& ranks, double bytes) override;

 private:
  struct Message {
    int partner;
    double bytes;
  };
  [[nodiscard]] const Machine& machine() const { return shared_.request.machine; }
  [[nodiscard]] int node_of(int rank) const { return rank / machine().machine.cores_per_node; }
  [[nodiscard]] const Network& network_to(int other) const;
  [[nodiscard]] bool lies_on_a_node(const RankSet& ranks) const;
  /// Sends all of these, and goes on when so many have come.
  void swap(const std::vector<Message>& sends, const std::vector<int>& receives, bool in_memory);
  void measured_reduction(const RankSet& ranks);

  int rank_;
  Simulated& shared_;
  std::uint64_t n_works_ = 0;
  long long tag_ = 0;  ///< of exchanges, the same on all ranks
};

}  // namespace lobatto::predict
