#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "predict/partition.hpp"
#include "predict/schedule.hpp"

namespace lobatto::predict {

/// One of the exchanges of direct::PencilExchanges, of all its groups. What one rank sends to
/// another is the product of a factor of each. Factors are kept: one thread.
class PencilMessages final : public Exchange {
 public:
  enum class Kind { x, y, ends, matrices };

  /// partition must live as long, and is in the frame of the solver. back: the way back;
  /// n_together: right-hand sides whose slabs' ends travel together.
  PencilMessages(const Partition& partition, int order, Kind kind, bool back = false,
                 int n_together = 1)
      : partition_(partition), order_(order), kind_(kind), back_(back), n_together_(n_together) {}

  void sends(int rank, Visit visit) const override { visit_others(rank, !back_, visit); }
  void receives(int rank, Visit visit) const override { visit_others(rank, back_, visit); }
  [[nodiscard]] std::optional<RankSet> group_of(int rank) const override;

 private:
  /// Of the members of a group: values(from, to) = sent[from] * received[to] on the way there.
  struct Factors {
    std::vector<double> sent, received;
  };
  const Factors& factors_of(int rank, const RankSet& group) const;
  /// outwards: what goes from this rank on the way there, or else to it.
  void visit_others(int rank, bool outwards, Visit visit) const;

  const Partition& partition_;
  int order_;
  Kind kind_;
  bool back_;
  int n_together_;
  mutable std::unordered_map<int, Factors> known_;  ///< by what they depend on
};

}  // namespace lobatto::predict
