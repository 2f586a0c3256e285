#pragma once

#include "case/case.hpp"
#include "plan/grounds.hpp"

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

}  // namespace lobatto::plan
