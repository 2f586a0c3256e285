#pragma once

#include <string>
#include <vector>

#include "case/case.hpp"
#include "direct/line_method.hpp"
#include "mesh/rank_grid.hpp"

namespace lobatto::cases {

/// What a solve of one equation would cost with either method, in nanoseconds a point of a rank,
/// and which one the case takes.
struct SolverChoice {
  std::string equation;                           ///< "pressure", "velocity" or a scalar's name
  SolverMethod method = SolverMethod::automatic;  ///< never `automatic`
  double direct = 0;  ///< ns a point and component; 0 where it does not serve
  double iterative = 0;
  std::string reason;  ///< "asked for" or what decided
};

/// Whether a method stands on modes of the directions, as tensor-direct and tensor-cg do.
constexpr bool uses_modes(SolverMethod method) {
  return method == SolverMethod::tensor_direct || method == SolverMethod::tensor_cg;
}

/// How the direct solver treats a direction of a box at an order; where it is bounded, with natural
/// ends.
direct::LineChoice direction_choice(const Case& the_case, int order, int direction);

/// Why modes of the directions do not serve on this mesh, or nothing.
std::string obstacle_to_direct_solves(const Case& the_case);

/// Solvers that the case asks for and that do not serve it: a message each, with its place.
std::vector<std::string> solver_faults(const Case& the_case, int n_ranks);

/// One choice for the pressure and one for the velocity, where they are solved for, and one a
/// scalar. The prediction is a model with
/// rates of an AVX-512 core of 2023 (docs/performance.md has the measurements behind it): good for
/// the choice, not for a budget.
std::vector<SolverChoice> choose_solvers(const Case& the_case, int n_ranks);

/// Null where there is no such equation.
const SolverChoice* find_choice(const std::vector<SolverChoice>& choices,
                                const std::string& equation);

/// Iterations per step that the prediction reckons with; 0 of a direct solver.
int expected_iterations(const Case& the_case, const SolverChoice& choice);

/// How the box of a case is shared out among ranks: as its solvers want it.
mesh::Cut cut_of(const Case& the_case, int n_ranks);

/// True where the case takes schwarz-multigrid.
bool takes_multigrid(const Case& the_case, int n_ranks);

}  // namespace lobatto::cases
