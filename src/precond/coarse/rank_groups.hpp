#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"
#include "comm/transport/persistent_requests.hpp"

namespace lobatto::precond {

/// Ranks in consecutive groups of like size, the first of each its leader: work that has too few
/// unknowns per rank for its messages is done by leaders alone.
class RankGroups {
 public:
  /// n_groups: at least 1, at most the ranks. n_values: of this rank, any number. Collective.
  RankGroups(int n_groups, std::size_t n_values, const comm::Communicator& communicator);

  [[nodiscard]] bool is_leader() const { return group_.rank() == 0; }
  /// The ranks of this one's group.
  [[nodiscard]] const comm::Communicator& group() const { return group_; }
  /// Of all groups, in the order of the groups; on other ranks those that do not lead.
  [[nodiscard]] const comm::Communicator& leaders() const { return leaders_; }
  /// On a leader the values of its group, rank by rank; empty elsewhere.
  [[nodiscard]] std::span<double> values() {
    return std::span(values_.data(), is_leader() ? values_.size() : 0);
  }

  /// Brings own [n_values] of all ranks of a group to its leader's values().
  void gather(std::span<const double> own);
  /// And back.
  void scatter(std::span<double> own);

 private:
  void describe_messages();

  comm::Communicator group_, leaders_;
  std::size_t n_own_;
  base::AlignedArray<double> values_;  ///< of the group on its leader, elsewhere of this rank
  comm::PersistentRequests to_leader_, from_leader_;
};

}  // namespace lobatto::precond
