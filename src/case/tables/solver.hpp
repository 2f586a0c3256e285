#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/document/section.hpp"
#include "case/schema/schema.hpp"

namespace lobatto::cases {

/// [solver]: how the equations are solved.
std::vector<Key> solver_keys();
void read_solver(const Section& root, Case& c);

/// What solves for the velocity and for a scalar, and what does not.
Words<SolverMethod> helmholtz_methods();
RefusedWord no_multigrid();

}  // namespace lobatto::cases
