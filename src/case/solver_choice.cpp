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
constexpr double field_cg_iteration = 9;   ///< the same where the coefficient is a field
constexpr double field_cg_iterations = 10;
constexpr double tensor_cg_iteration = 12;  ///< ns a point and component, beside the direct solve
constexpr double tensor_cg_iterations = 4;

double direct_cost(const Case& the_case, int n_ranks) {
  double flops = 0;
  for (int d = 0; d < 3; ++d) flops += direction_choice(the_case, the_case.order, d).cost;
  const auto grid =
      mesh::choose_grid(mesh::n_elements_along(the_case.axes), n_ranks, mesh::Cut::columns);
  const double split = (grid.n_x > 1 ? 1 : 0) + (grid.n_y > 1 ? 1 : 0) + (grid.n_z > 1 ? 1 : 0);
  return packing + flops / product_gflops + transpose * split;
}

double largest_dense_block(const Case& the_case) {
  double largest = 0;
  for (int d = 0; d < 3; ++d)
    largest = std::max(largest, direction_choice(the_case, the_case.order, d).largest_block);
  return largest;
}

/// Why some solvers do not serve an equation; empty where they do.
struct Obstacles {
  std::string to_modes;   ///< of the directions, which tensor-direct and tensor-cg stand on
  std::string to_direct;  ///< besides: tensor-direct takes one number for a coefficient

  [[nodiscard]] const std::string& first() const { return to_modes.empty() ? to_direct : to_modes; }
};

Obstacles obstacles_of(const Case& the_case, const std::string& coefficient, bool is_field) {
  return {obstacle_to_direct_solves(the_case),
          is_field ? fmt::format("the {} is a field", coefficient) : ""};
}

Obstacles obstacles_of_velocity(const Case& the_case) {
  return obstacles_of(the_case, "viscosity", viscosity_is_field(the_case));
}

Obstacles obstacles_of(const Case& the_case, const ScalarCase& scalar) {
  auto obstacles = obstacles_of(the_case, "diffusivity", diffusivity_is_field(the_case, scalar));
  const auto found =
      std::ranges::find(scalar.faces, ScalarCondition::transfer, &ScalarFaceCondition::kind);
  if (obstacles.to_modes.empty() && found != scalar.faces.end())
    obstacles.to_modes = fmt::format("{} has a transfer", found->boundary);
  return obstacles;
}

/// What takes the place of the direct solver, and what it costs.
struct Iterative {
  SolverMethod method;
  double cost;
};

/// The cheaper of both conjugate gradients where both serve.
Iterative iterative_helmholtz(const Case& the_case, int n_ranks, const Obstacles& obstacles) {
  if (!obstacles.to_modes.empty() || obstacles.to_direct.empty())
    return {SolverMethod::jacobi_cg, cg_iterations * cg_iteration};
  const double by_modes =
      tensor_cg_iterations * (tensor_cg_iteration + direct_cost(the_case, n_ranks));
  const double by_diagonal = field_cg_iterations * field_cg_iteration;
  return largest_dense_block(the_case) <= largest_dense && by_modes < by_diagonal
             ? Iterative{SolverMethod::tensor_cg, by_modes}
             : Iterative{SolverMethod::jacobi_cg, by_diagonal};
}

SolverChoice choose(const Case& the_case, int n_ranks, const std::string& equation,
                    SolverMethod wished, const std::string& obstacle, const Iterative& iterative) {
  SolverChoice choice{equation, wished, 0.0, iterative.cost, "asked for"};
  if (obstacle.empty()) choice.direct = direct_cost(the_case, n_ranks);
  if (wished != SolverMethod::automatic) return choice;
  if (!obstacle.empty()) {
    choice.method = iterative.method;
    choice.reason = obstacle;
    return choice;
  }
  const double largest = largest_dense_block(the_case);
  const bool too_long = largest > largest_dense;
  choice.method =
      too_long || choice.iterative < choice.direct ? iterative.method : SolverMethod::tensor_direct;
  choice.reason =
      too_long ? fmt::format("a direction with modes of {:.0f} unknowns is too long", largest)
               : "the cheaper one";
  return choice;
}

SolverChoice choose_helmholtz(const Case& the_case, int n_ranks, const std::string& equation,
                              SolverMethod wished, const Obstacles& obstacles) {
  return choose(the_case, n_ranks, equation, wished, obstacles.first(),
                iterative_helmholtz(the_case, n_ranks, obstacles));
}

/// What to say of a solver that stands on modes and cannot serve.
std::string advice(const Case& the_case, const Obstacles& obstacles) {
  if (!obstacle_to_direct_solves(the_case).empty())
    return "this solver wants an axis-aligned box with one condition on each face";
  return obstacles.to_modes.empty()
             ? "this solver takes one number, here take \"tensor-cg\" or \"jacobi-cg\""
             : "this solver takes no transfer, here take \"jacobi-cg\"";
}

void refuse_modes(const Case& the_case, const std::string& key, SolverMethod wished,
                  const Obstacles& obstacles, std::vector<std::string>& faults) {
  if (!uses_modes(wished)) return;
  const std::string& why =
      wished == SolverMethod::tensor_direct ? obstacles.first() : obstacles.to_modes;
  if (!why.empty())
    faults.push_back(fmt::format("{} = \"{}\": {}; {}", the_case.place(key),
                                 word_of(solver_words(), wished), why,
                                 advice(the_case, obstacles)));
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

std::vector<std::string> solver_faults(const Case& the_case, int n_ranks) {
  std::vector<std::string> faults;
  const Obstacles of_mesh{obstacle_to_direct_solves(the_case), ""};
  refuse_modes(the_case, "solver.pressure", the_case.pressure_solver, of_mesh, faults);
  refuse_modes(the_case, "solver.velocity", the_case.velocity_solver,
               obstacles_of_velocity(the_case), faults);
  for (std::size_t s = 0; s < the_case.scalars.size(); ++s)
    refuse_modes(the_case, fmt::format("scalar[{}].solver", s), the_case.scalars[s].solver,
                 obstacles_of(the_case, the_case.scalars[s]), faults);
  if (!takes_multigrid(the_case, n_ranks)) return faults;
  if (the_case.coarse_solver == precond::CoarseKind::tensor_direct)
    refuse_modes(the_case, "solver.coarse", SolverMethod::tensor_direct, of_mesh, faults);
  if (const std::string fault = fault_of_coarse_solver(the_case); !fault.empty())
    faults.push_back(fmt::format("{} = \"{}\": {}", the_case.place("solver.coarse"),
                                 word_of(coarse_solver_words(), the_case.coarse_solver), fault));
  return faults;
}

std::vector<SolverChoice> choose_solvers(const Case& the_case, int n_ranks) {
  std::vector<SolverChoice> choices;
  if (!the_case.given_flow)
    choices = {choose(the_case, n_ranks, "pressure", the_case.pressure_solver,
                      obstacle_to_direct_solves(the_case),
                      {SolverMethod::schwarz_multigrid, pressure_iterations * pressure_iteration}),
               choose_helmholtz(the_case, n_ranks, "velocity", the_case.velocity_solver,
                                obstacles_of_velocity(the_case))};
  for (const auto& scalar : the_case.scalars)
    choices.push_back(choose_helmholtz(the_case, n_ranks, scalar.name, scalar.solver,
                                       obstacles_of(the_case, scalar)));
  return choices;
}

const SolverChoice* find_choice(const std::vector<SolverChoice>& choices,
                                const std::string& equation) {
  const auto found = std::ranges::find(choices, equation, &SolverChoice::equation);
  return found == choices.end() ? nullptr : &*found;
}

int expected_iterations(const Case& the_case, const SolverChoice& choice) {
  const auto scalar = std::ranges::find(the_case.scalars, choice.equation, &ScalarCase::name);
  const bool is_field = scalar == the_case.scalars.end() ? viscosity_is_field(the_case)
                                                         : diffusivity_is_field(the_case, *scalar);
  switch (choice.method) {
    case SolverMethod::schwarz_multigrid:
      return static_cast<int>(pressure_iterations);
    case SolverMethod::tensor_cg:
      return static_cast<int>(tensor_cg_iterations);
    case SolverMethod::jacobi_cg:
      return static_cast<int>(is_field ? field_cg_iterations : cg_iterations);
    case SolverMethod::automatic:
    case SolverMethod::tensor_direct:
      break;
  }
  return 0;
}

mesh::Cut cut_of(const Case& the_case, int n_ranks) {
  const bool by_modes =
      std::ranges::any_of(choose_solvers(the_case, n_ranks), uses_modes, &SolverChoice::method);
  return by_modes ? mesh::Cut::columns : mesh::Cut::blocks;
}

bool takes_multigrid(const Case& the_case, int n_ranks) {
  return std::ranges::any_of(choose_solvers(the_case, n_ranks), [](const SolverChoice& choice) {
    return choice.method == SolverMethod::schwarz_multigrid;
  });
}

}  // namespace lobatto::cases
