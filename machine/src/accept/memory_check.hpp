#pragma once

#include "accept/kernel.hpp"
#include "comm/communicator.hpp"

namespace lobatto::accept {

/// What one rank of `n_ranks` keeps for its share of a kernel, in bytes; in floating point, so that
/// no size overflows.
double bytes_per_rank(const KernelKind& kind, const KernelSettings& settings, int n_ranks);

/// Throws base::Error on every rank where the ranks of a node need more than the memory of the
/// node. Collective.
void require_memory(const KernelKind& kind, const KernelSettings& settings,
                    const comm::Communicator& communicator);

/// The same with a given memory of the node, in bytes.
void require_memory(const KernelKind& kind, const KernelSettings& settings, double bytes_of_node,
                    const comm::Communicator& communicator);

}  // namespace lobatto::accept
