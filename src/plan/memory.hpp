#pragma once

#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/document/problems.hpp"
#include "comm/communicator.hpp"
#include "plan/grounds.hpp"
#include "plan/shares.hpp"

namespace lobatto::plan {

/// Doubles per point of a coefficient that is a field, as measured.
inline constexpr double doubles_of_coefficient = 12.0;

/// Doubles per point: three levels of velocity and explicit terms, two of pressure, forces, work
/// space of the solvers, metric terms, and the numbers of the nodes of a mesh.
double doubles_per_point(const cases::Case& the_case, const Grounds& grounds);

/// The same of a checkpoint on its way to the disk: what it has, compressed and on its way to the
/// rank that writes it.
double checkpoint_doubles(const cases::Case& the_case, const Grounds& grounds);

/// Files that a checkpoint has where the case does not say: so many that the rank which writes one
/// takes at most an eighth of the memory of its node, of at most 1024 ranks.
int checkpoint_files(const cases::Case& the_case, const Grounds& grounds, double n_elements,
                     double bytes_of_node);

/// What a rank with so many elements keeps of its fields, in bytes: as measured, to 10 %, with what
/// the program needs without any.
double field_bytes(const cases::Case& the_case, const Grounds& grounds, double n_own);

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
