#pragma once

#include "case/case.hpp"
#include "precond/coarse_choice.hpp"

namespace lobatto::predict {

/// How multigrid on a box solves the problem of its vertices.
precond::CoarseKind coarse_kind(const cases::Case& the_case, int n_ranks);
/// Vertices of the box of a case, those that periodicity identifies counted once.
double n_vertices(const cases::Case& the_case);

}  // namespace lobatto::predict
