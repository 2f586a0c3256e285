#pragma once

#include "comm/communicator.hpp"

namespace lobatto::perf {

/// What other programs do on the cores of a node while something is measured there.
class OtherWork {
 public:
  /// More cores than this, busy with other work, and a measurement counts as disturbed.
  static constexpr double negligible_cores = 0.25;

  /// From now on. node: the ranks of this node; lives as long.
  explicit OtherWork(const comm::Communicator& node);

  /// Cores that others have kept busy since then, on average, and what a hypervisor took. Zero
  /// where the system does not say. Collective over the node.
  [[nodiscard]] double cores() const;

 private:
  const comm::Communicator& node_;
  double start_, busy_, own_;  ///< s
};

/// Whether more wants to run on this node at this moment than `n_own` processes of ours.
bool others_are_running(int n_own);

}  // namespace lobatto::perf
