#pragma once

#include <simgrid/s4u.hpp>

#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "predict/simgrid/request.hpp"

namespace lobatto::predict {

/// A message on its way: it arrives `after` seconds later than the flow that carries it ends, or
/// than `not_before`, whichever comes last. Within a node nothing is carried.
struct Arrival {
  double not_before = 0;  ///< s
  double after = 0;       ///< s
  simgrid::s4u::CommPtr carried;
};

/// What has been sent to a rank and not received yet.
class Inbox {
 public:
  void put(long long tag, Arrival arrival);
  /// By the actor of the rank alone: waits until so many have been sent.
  std::vector<Arrival> take(long long tag, std::size_t n);

 private:
  std::unordered_map<long long, std::vector<Arrival>> arrivals_;
  simgrid::s4u::ActorPtr asleep_;  ///< who waits for n_awaited_ of awaited_
  long long awaited_ = 0;
  std::size_t n_awaited_ = 0;
};

/// What the ranks of a node send to other nodes in one exchange.
struct Dispatch {
  struct Bundle {
    double bytes = 0;
    std::vector<std::pair<int, Arrival>> messages;  ///< receivers, and when it comes to them
  };
  std::map<int, Bundle> bundles;  ///< by node
  int n_ranks = 0;                ///< that have begun the exchange
};

/// What the actors of all ranks share.
struct Simulated {
  const SimulationRequest& request;
  std::vector<simgrid::s4u::Host*> nodes;
  std::vector<Inbox> inboxes;                          ///< by rank
  std::map<std::pair<long long, int>, Dispatch> sent;  ///< by tag and node
  /// Of reductions: who has come, by tag and first rank.
  std::map<std::pair<long long, int>, std::pair<simgrid::s4u::BarrierPtr, int>> barriers;
  double end = 0;  ///< of the rank that is last, s
};

/// One rank, as an actor that goes through the schedule by itself: the model of NetworkSum with
/// what goes between nodes as flows, which share the links of the platform.
///
///   All that the ranks of a node send to another node in an exchange is one flow, from when the
///   last of them begins the exchange; a message arrives 2 o + L after the flow has ended, and no
///   sooner than the overheads of those before it allow. Within a node nothing is shared, and a
///   reduction takes the time of the sum after its last rank has come.
///
/// One flow for each pair of nodes and not for each message: what SimGrid does at each beginning
/// and end of a flow grows with the number of flows.
class RankActor final : public ScheduleSink {
 public:
  RankActor(int rank, Simulated& shared) : rank_(rank), shared_(shared) {}

  void compute(std::string_view region, CostOf cost_of) override;
  void exchange(const Exchange& messages) override;
  void all_reduce(const RankSet& ranks, double bytes) override;

 private:
  [[nodiscard]] const Machine& machine() const { return shared_.request.machine; }
  [[nodiscard]] int node_of(int rank) const { return rank / machine().machine.cores_per_node; }
  [[nodiscard]] int ranks_of_node() const;
  [[nodiscard]] const Network& network_to(int other) const;
  [[nodiscard]] bool reads_in_place(const Exchange& messages) const;
  /// Returns when the processor is done with them.
  double send(const Exchange& messages, Dispatch& dispatch);
  void launch(const Dispatch& dispatch);
  void receive(const Exchange& messages, double earliest_end);

  int rank_;
  Simulated& shared_;
  std::uint64_t n_works_ = 0;
  long long tag_ = 0;  ///< of exchanges and reductions, the same on all ranks
};

}  // namespace lobatto::predict
