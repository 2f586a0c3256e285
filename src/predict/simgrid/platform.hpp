#pragma once

#include <simgrid/s4u.hpp>
#include <vector>

#include "predict/machine.hpp"

namespace lobatto::predict {

/// The nodes of a machine that so many of them fill, and what joins them, in SimGrid's words. Links
/// have a bandwidth and no latency: the machine file has that of the whole way. Without a fat tree
/// or a dragonfly every node has one cable to one switch, which is as fast as all of them together.
/// Throws std::runtime_error for more nodes than the platform can have.
std::vector<simgrid::s4u::Host*> build_platform(const Machine& machine, int n_nodes);

}  // namespace lobatto::predict
