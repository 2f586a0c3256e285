#pragma once

#include <optional>

#include "perf/machine_rates.hpp"
#include "precond/coarse/coarse_choice.hpp"
#include "precond/coarse/coarse_problem.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// The solver of the coarse problem of Schwarz multigrid; without a kind that which
/// precond::choose_coarse_solver takes. Collective. Throws base::Error where the kind does not suit
/// the mesh.
precond::CoarseSolver make_coarse_solver(std::optional<precond::CoarseKind> kind,
                                         const space::FunctionSpace& space,
                                         const space::BoundaryConditions& conditions,
                                         const perf::MachineRates& rates = {});

}  // namespace lobatto::physics
