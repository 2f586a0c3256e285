#pragma once

#include <functional>
#include <iosfwd>

#include "predict/machine.hpp"
#include "predict/schedule.hpp"

namespace lobatto::predict {

/// Writes a schedule in the language GOAL (Hoefler, Siebert & Lumsdaine, ICPP 2009), which
/// LogGOPSim and ATLAHS read: `num_ranks N`, then for each rank its operations in a block
/// `rank r { l1: calc NS  l2: send BYTESb to R tag T  l3: recv BYTESb from R tag T  l2 requires l1
/// }`. Work becomes nanoseconds at the rates of the machine, without spread. A reduction becomes
/// the messages of a binomial tree to the first rank and back. `emit` tells a sink the schedule; it
/// is called once for each rank, so that no more than one operation is held.
void write_goal(const std::function<void(ScheduleSink&)>& emit, int n_ranks, int order,
                const Machine& machine, std::ostream& out);

}  // namespace lobatto::predict
