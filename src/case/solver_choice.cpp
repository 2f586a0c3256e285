#include "case/solver_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "case/coefficient_expression.hpp"
#include "direct/line_fold.hpp"
#include "direct/line_method.hpp"
#include "mesh/box_mesh.hpp"
#include "precond/boomer_amg.hpp"

namespace lobatto::cases {

namespace {

constexpr double product_gflops = 60;   ///< of the direct solver's products
constexpr double packing = 3;           ///< ns a point of a direct solve beside its products
constexpr double transpose = 4;         ///< ns a point for each direction that is split over ranks
constexpr double largest_dense = 4000;  ///< unknowns: beyond, setting up takes longer than runs
constexpr double pressure_iteration = 70;  ///< ns a point: V-cycle, operator, orthogonalisation
constexpr double pressure_iterations = 5;  ///< a step, started from the projection
constexpr double cg_iteration = 6;         ///< ns a point and component
constexpr double cg_iterations = 4;        ///< a step, with the first residual

double direct_cost(const Case& the_case, int n_ranks) {
  double flops = 0;
  for (int d = 0; d < 3; ++d) flops += direction_choice(the_case, the_case.order, d).cost;
  const auto grid = mesh::partition_columns(the_case.axes[1].n_elements(),
                                            the_case.axes[2].n_elements(), n_ranks);
  const double split = (grid.n_y > 1 ? 1 : 0) + (grid.n_z > 1 ? 1 : 0);
  return packing + flops / product_gflops + transpose * split;
}

double largest_dense_block(const Case& the_case) {
  double largest = 0;
  for (int d = 0; d < 3; ++d)
    largest = std::max(largest, direction_choice(the_case, the_case.order, d).largest_block);
  return largest;
}

/// obstacle: why the direct one does not serve, or nothing; `iterative_method`: what takes the
/// place of the direct one.
SolverChoice choose(const Case& the_case, int n_ranks, const std::string& equation,
                    SolverMethod wished, const std::string& obstacle, SolverMethod iterative_method,
                    double iterative_cost) {
  SolverChoice choice{equation, wished, 0.0, iterative_cost, "asked for"};
  if (obstacle.empty()) choice.direct = direct_cost(the_case, n_ranks);
  if (wished != SolverMethod::automatic) return choice;
  if (!obstacle.empty()) {
    choice.method = iterative_method;
    choice.reason = obstacle;
    return choice;
  }
  const double largest = largest_dense_block(the_case);
  const bool too_long = largest > largest_dense;
  choice.method =
      too_long || choice.iterative < choice.direct ? iterative_method : SolverMethod::tensor_direct;
  choice.reason =
      too_long ? fmt::format("a direction with modes of {:.0f} unknowns is too long", largest)
               : "the cheaper one";
  return choice;
}

/// Why a solver of the vertex problem, other than the direct one, does not serve, or nothing.
std::string fault_of_coarse_solver(const Case& the_case) {
  const bool is_lattice = obstacle_to_direct_solves(the_case).empty() &&
                          std::ranges::all_of(the_case.axes, [](const mesh::Axis& axis) {
                            return axis.periodic && direct::ticks_uniform(axis.ticks);
                          });
  if (the_case.coarse_solver == precond::CoarseKind::fft && !is_lattice)
    return "wants a box of equal elements that is periodic in all directions";
  if (the_case.coarse_solver == precond::CoarseKind::boomer_amg && !precond::has_boomer_amg())
    return "this program was built without hypre";
  return "";
}

}  // namespace

direct::LineChoice direction_choice(const Case& the_case, int order, int direction) {
  const mesh::Axis& axis = the_case.axes[direction];
  const auto end = axis.periodic ? poly::EndCondition::periodic : poly::EndCondition::neumann;
  return direct::choose_line(axis.ticks, order, {end, end}, direction == 2);
}

std::string obstacle_to_direct_solves(const Case& the_case) {
  if (the_case.mesh_file) return "the mesh is no box";
  if (the_case.map) return "the elements are curved";
  if (!the_case.solids.empty()) return "some elements are solid";
  if (!the_case.parts.empty()) return "a face has several conditions";
  return "";
}

std::string obstacle_to_direct_solves(const Case& the_case, const std::string& name,
                                      bool is_field) {
  const std::string of_mesh = obstacle_to_direct_solves(the_case);
  return of_mesh.empty() && is_field ? fmt::format("the {} is a field", name) : of_mesh;
}

std::string obstacle_to_direct_solves(const Case& the_case, const ScalarCase& scalar) {
  std::string obstacle =
      obstacle_to_direct_solves(the_case, "diffusivity", diffusivity_is_field(the_case, scalar));
  if (!obstacle.empty()) return obstacle;
  const auto found =
      std::ranges::find(scalar.faces, ScalarCondition::transfer, &ScalarFaceCondition::kind);
  return found == scalar.faces.end() ? "" : fmt::format("{} has a transfer", found->boundary);
}

std::vector<std::string> solver_faults(const Case& the_case, int n_ranks) {
  std::vector<std::string> faults;
  const std::string of_mesh = obstacle_to_direct_solves(the_case);
  const auto refuse_direct = [&](const std::string& key, bool is_wished, const std::string& why) {
    if (!is_wished || why.empty()) return;
    faults.push_back(fmt::format(
        "{} = \"tensor-direct\": {}; {}", the_case.place(key), why,
        of_mesh.empty() ? "the direct solver takes one number and no transfer, here take "
                          "\"jacobi-cg\""
                        : "the direct solver wants an axis-aligned box with one condition on each "
                          "face"));
  };
  const SolverMethod direct = SolverMethod::tensor_direct;
  refuse_direct("solver.pressure", the_case.pressure_solver == direct, of_mesh);
  refuse_direct("solver.velocity", the_case.velocity_solver == direct,
                obstacle_to_direct_solves(the_case, "viscosity", viscosity_is_field(the_case)));
  for (std::size_t s = 0; s < the_case.scalars.size(); ++s)
    refuse_direct(fmt::format("scalar[{}].solver", s), the_case.scalars[s].solver == direct,
                  obstacle_to_direct_solves(the_case, the_case.scalars[s]));
  if (!takes_multigrid(the_case, n_ranks)) return faults;
  refuse_direct("solver.coarse", the_case.coarse_solver == precond::CoarseKind::tensor_direct,
                of_mesh);
  if (const std::string fault = fault_of_coarse_solver(the_case); !fault.empty())
    faults.push_back(fmt::format("{} = \"{}\": {}", the_case.place("solver.coarse"),
                                 word_of(coarse_solver_words(), the_case.coarse_solver), fault));
  return faults;
}

std::vector<SolverChoice> choose_solvers(const Case& the_case, int n_ranks) {
  const double cg = cg_iterations * cg_iteration;
  std::vector<SolverChoice> choices;
  if (!the_case.given_flow)
    choices = {
        choose(the_case, n_ranks, "pressure", the_case.pressure_solver,
               obstacle_to_direct_solves(the_case), SolverMethod::schwarz_multigrid,
               pressure_iterations * pressure_iteration),
        choose(the_case, n_ranks, "velocity", the_case.velocity_solver,
               obstacle_to_direct_solves(the_case, "viscosity", viscosity_is_field(the_case)),
               SolverMethod::jacobi_cg, cg)};
  for (const auto& scalar : the_case.scalars)
    choices.push_back(choose(the_case, n_ranks, scalar.name, scalar.solver,
                             obstacle_to_direct_solves(the_case, scalar), SolverMethod::jacobi_cg,
                             cg));
  return choices;
}

const SolverChoice* find_choice(const std::vector<SolverChoice>& choices,
                                const std::string& equation) {
  const auto found = std::ranges::find(choices, equation, &SolverChoice::equation);
  return found == choices.end() ? nullptr : &*found;
}

bool takes_multigrid(const Case& the_case, int n_ranks) {
  return std::ranges::any_of(choose_solvers(the_case, n_ranks), [](const SolverChoice& choice) {
    return choice.method == SolverMethod::schwarz_multigrid;
  });
}

}  // namespace lobatto::cases
