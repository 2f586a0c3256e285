#pragma once

#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/document/problems.hpp"
#include "comm/communicator.hpp"
#include "plan/shares.hpp"

namespace lobatto::plan {

/// Something that a run keeps in memory, at least; in floating point, so that no size overflows.
struct MemoryPart {
  std::string what;    ///< "1e+15 elements of order 31"
  std::string place;   ///< of the key to blame: "duct.toml:1:2: mesh"
  double bytes = 0;    ///< of one rank
  std::string advice;  ///< what makes it smaller
};

/// What the equations need on a rank with its share of the elements.
std::vector<MemoryPart> memory_parts(const cases::Case& the_case, const Grounds& grounds,
                                     const ElementShares& shares);

/// Reports what does not fit into the memory of a node: each part that alone does not, or the
/// largest where only their sum does not. `parts`: of this rank, as many on each. Collective.
void check_memory(const std::vector<MemoryPart>& parts, const comm::Communicator& communicator,
                  cases::Problems& problems);

/// The same with a given memory of the node, in bytes.
void check_memory(const std::vector<MemoryPart>& parts, double bytes_of_node,
                  const comm::Communicator& communicator, cases::Problems& problems);

/// "25.3 GB", "1.6e+04 EB"
std::string bytes_text(double bytes);

}  // namespace lobatto::plan
