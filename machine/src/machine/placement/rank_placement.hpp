#pragma once

#include <span>
#include <vector>

#include "machine/placement/rank_traffic.hpp"

namespace lobatto::machine {

/// The node of each rank when nodes are filled one after another, as launchers do by default.
/// slots: ranks that each node takes. Throws base::Error where they are too few.
std::vector<int> fill_in_order(int n_ranks, std::span<const int> slots);

/// The node of each rank such that little leaves a node. Every node gets as many ranks as in
/// `start`. The graph of the traffic is cut into nodes by multilevel partitioning (METIS), made to
/// fit the nodes exactly, and improved by exchanging pairs of ranks while that helps (Kernighan &
/// Lin 1970); `start` is improved in the same way, and the better of the two is returned, so that
/// the result is never worse than `start`. The same at every call.
std::vector<int> place_ranks(const RankTraffic& traffic, std::span<const int> start);

}  // namespace lobatto::machine
