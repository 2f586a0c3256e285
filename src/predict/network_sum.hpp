#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "predict/machine.hpp"
#include "predict/schedule.hpp"
#include "predict/work_time.hpp"

namespace lobatto::predict {

/// What a step takes, by the model of NetworkSum.
struct StepTime {
  double seconds = 0;  ///< of the rank that is last
  double compute = 0;  ///< the following three: mean of the ranks, s
  double messages = 0;
  double waiting = 0;  ///< for ranks that are late, and for the end of the step
  double slowest_compute = 0;
  double n_messages = 0;                  ///< of all ranks
  double bytes = 0;                       ///< of all messages
  double bytes_between_nodes = 0;         ///< those of them that leave a node
  std::map<std::string, double> regions;  ///< mean of the ranks, s
};

/// Adds up the operations of a step with one clock for each rank: the model LogGOPS (Hoefler,
/// Schneider & Lumsdaine, HPDC 2010), without synchronous sends, and with the nodes' network shared
/// by their ranks.
///
///   A message of s bytes leaves after the overhead o of its sender and of all that it sends
///   before, holds the sender's share of the network for s G, and arrives L later; the receiver
///   spends o on each. A rank goes on when its sends have left its processor and all its receptions
///   have come:
///
///     end = max(begin + (n_sent + n_received) o, max over received (arrival + o)),
///     arrival = L + max(o sent so far, network free) + s G.
///
///   Between nodes, or groups of nodes, G is that of a node times its ranks, which send at the same
///   time; blocks in shared memory are read where they lie and cost L alone. A reduction among P
///   ranks takes ceil(log2 P) rounds of L + 2 o + s G, after its last rank has come: rounds within
///   a node first.
///
/// Cost a step: O(ranks) memory, O(messages) time.
class NetworkSum final : public ScheduleSink {
 public:
  /// machine must live as long. order: of the elements, for what the regions reach.
  /// Throws base::Error for more ranks than the machine has cores.
  NetworkSum(const Machine& machine, int order, int n_ranks);

  void compute(std::string_view region, CostOf cost_of) override;
  void exchange(const Exchange& messages) override;
  void all_reduce(const RankSet& ranks, double bytes) override;

  [[nodiscard]] StepTime result() const;
  /// After the last rank has come.
  [[nodiscard]] double seconds_of_reduction(const RankSet& ranks, double bytes) const;
  /// Regions of which the machine says nothing.
  [[nodiscard]] const std::vector<std::string>& unknown_regions() const {
    return work_.unknown_regions();
  }

 private:
  [[nodiscard]] int node_of(int rank) const { return rank / ranks_per_node_; }
  [[nodiscard]] bool lies_on_a_node(const RankSet& ranks) const;
  void send(int rank, const Exchange& messages);

  /// What a message costs one rank.
  struct Link {
    double latency, overhead, seconds_a_byte;
  };
  [[nodiscard]] const Link& link_between(int rank, int other) const;
  const Machine& machine_;
  WorkTime work_;
  int ranks_per_node_, ranks_per_group_;
  Link in_node_, in_group_, between_groups_;
  std::vector<double> clock_, compute_, messages_, waiting_;  ///< by rank
  std::vector<double> arrival_, transfer_, busy_;             ///< of an exchange
  std::map<std::string, double> regions_;
  StepTime sums_;
  std::uint64_t n_operations_ = 0;
};

}  // namespace lobatto::predict
