#pragma once

#include <string>
#include <vector>

#include "case/case.hpp"
#include "mesh/rank_grid.hpp"
#include "plan/grounds.hpp"

namespace lobatto::plan {

struct SolverCandidate {
  cases::SolverMethod method;
  double cost;  ///< of a solve of one component, in nanoseconds a point of a rank
};

/// The methods that serve one equation, with what they would cost, and which one the case takes.
struct SolverChoice {
  std::string equation;  ///< "pressure", "velocity" or a scalar's name
  cases::SolverMethod method = cases::SolverMethod::automatic;  ///< never `automatic`
  std::vector<SolverCandidate> candidates = {};
  std::string reason = {};  ///< "asked for" or what decided
};

/// Whether a method stands on modes of the directions, as tensor-direct and tensor-cg do.
constexpr bool uses_modes(cases::SolverMethod method) {
  return method == cases::SolverMethod::tensor_direct || method == cases::SolverMethod::tensor_cg;
}

/// Why modes of the directions do not serve on this mesh, or nothing.
std::string obstacle_to_direct_solves(const cases::Case& the_case);

/// Whether an equation can be solved on layers of a plane mesh, if the mesh turns out to have some.
struct LayerQuestion {
  std::string equation, key;  ///< of its solver
  cases::SolverMethod wished;
  std::string obstacle;  ///< why not, or nothing
  [[nodiscard]] bool is_open() const {
    using enum cases::SolverMethod;
    return obstacle.empty() && (wished == automatic || wished == extruded_direct);
  }
};
/// Of each equation.
std::vector<LayerQuestion> layer_questions(const cases::Case& the_case);

/// Solvers that the case asks for and that do not serve it: a message each, with its place.
std::vector<std::string> solver_faults(const cases::Case& the_case, const Grounds& grounds);

/// One choice for the pressure and one for the velocity, where they are solved for, and one a
/// scalar: by the rates of the machine (plan/solver_cost.hpp), unless the run that it goes on from
/// had a method that serves. Good for the choice, not for a budget.
std::vector<SolverChoice> choose_solvers(const cases::Case& the_case, const Grounds& grounds);

/// Null where there is no such equation.
const SolverChoice* find_choice(const std::vector<SolverChoice>& choices,
                                const std::string& equation);

/// How the box of a case is shared out among ranks: as its solvers want it.
mesh::Cut cut_of(const cases::Case& the_case, const Grounds& grounds);

/// True where the case takes schwarz-multigrid.
bool takes_multigrid(const cases::Case& the_case, const Grounds& grounds);

}  // namespace lobatto::plan
