#include "plan/solver_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "case/expressions/coefficient_expression.hpp"
#include "direct/lines/line_fold.hpp"
#include "mesh/box_mesh.hpp"
#include "plan/solver_cost.hpp"
#include "precond/coarse/coarse_solvers.hpp"

namespace lobatto::plan {

namespace {

/// Unknowns whose modes are worth their set-up: a symmetric eigenproblem takes about 9 n^3
/// operations (Golub & Van Loan, Matrix Computations, 8.3), here one to two minutes.
constexpr double largest_dense = 4000;

double largest_dense_block(const cases::Case& the_case, const Grounds& grounds) {
  if (!obstacle_to_direct_solves(the_case).empty()) return 0;
  const int last = last_direction(the_case, grounds);
  double largest = 0;
  for (int d = 0; d < 3; ++d)
    largest = std::max(largest,
                       direction_choice(the_case, grounds, the_case.order, d, last).largest_block);
  return largest;
}

/// Why some solvers do not serve an equation; empty where they do.
struct Obstacles {
  std::string to_modes;   ///< of the directions, which tensor-direct and tensor-cg stand on
  std::string to_direct;  ///< besides: tensor-direct takes one number for a coefficient

  [[nodiscard]] const std::string& first() const { return to_modes.empty() ? to_direct : to_modes; }
};

Obstacles obstacles_of(const cases::Case& the_case, const std::string& coefficient, bool is_field) {
  if (the_case.density_varies) return {obstacle_to_direct_solves(the_case), "the density varies"};
  return {obstacle_to_direct_solves(the_case),
          is_field ? fmt::format("the {} is a field", coefficient) : ""};
}

Obstacles obstacles_of_pressure(const cases::Case& the_case) {
  return obstacles_of(the_case, "density", false);
}

Obstacles obstacles_of_velocity(const cases::Case& the_case) {
  return obstacles_of(the_case, "viscosity", viscosity_is_field(the_case));
}

Obstacles obstacles_of(const cases::Case& the_case, const cases::ScalarCase& scalar) {
  auto obstacles = obstacles_of(the_case, "diffusivity", diffusivity_is_field(the_case, scalar));
  const auto found = std::ranges::find(scalar.faces, cases::ScalarCondition::robin,
                                       &cases::ScalarFaceCondition::kind);
  if (obstacles.to_modes.empty() && found != scalar.faces.end())
    obstacles.to_modes = fmt::format("{} has a Robin condition", found->boundary);
  return obstacles;
}

using Candidates = std::vector<SolverCandidate>;

/// Null where there is none.
const extruded::ExtrudedPlan* plan_on_layers(const Grounds& grounds, const std::string& equation) {
  const auto found = grounds.on_layers.find(equation);
  return found == grounds.on_layers.end() || found->second.plans.empty()
             ? nullptr
             : found->second.plans.front().get();
}

void add_layers(const Grounds& grounds, const std::string& equation, int n_components,
                Candidates& all) {
  if (const auto* plan = plan_on_layers(grounds, equation))
    all.push_back(
        {cases::SolverMethod::extruded_direct,
         nanoseconds(extruded_work(*plan, n_components, grounds.n_ranks, equation == "pressure"),
                     grounds)});
}

/// `of_box`, why the solver of boxes does not serve, unless that of layers does; where layers were
/// looked for, why they do not.
std::string obstacle_to_both(const Grounds& grounds, const std::string& equation,
                             const std::string& of_box) {
  const auto found = grounds.on_layers.find(equation);
  if (found == grounds.on_layers.end() || of_box.empty()) return of_box;
  return found->second.obstacle;
}

Candidates helmholtz_candidates(const cases::Case& the_case, const Grounds& grounds,
                                const Obstacles& obstacles) {
  const auto cost = [&](const perf::Work& work) { return nanoseconds(work, grounds); };
  const bool is_field = !obstacles.to_direct.empty(), has_modes = obstacles.to_modes.empty();
  Candidates all{
      {cases::SolverMethod::jacobi_cg, cost(jacobi_cg_work(the_case, grounds.n_ranks, is_field))}};
  if (has_modes && is_field)
    all.push_back({cases::SolverMethod::tensor_cg, cost(tensor_cg_work(the_case, grounds))});
  if (has_modes && !is_field)
    all.push_back({cases::SolverMethod::tensor_direct, cost(direct_work(the_case, grounds))});
  return all;
}

Candidates pressure_candidates(const cases::Case& the_case, const Grounds& grounds) {
  const auto cost = [&](const perf::Work& work) { return nanoseconds(work, grounds); };
  Candidates all{
      {cases::SolverMethod::schwarz_multigrid, cost(multigrid_work(the_case, grounds.n_ranks))}};
  const Obstacles obstacles = obstacles_of_pressure(the_case);
  if (obstacles.first().empty())
    all.push_back({cases::SolverMethod::tensor_direct, cost(direct_work(the_case, grounds))});
  else if (obstacles.to_modes.empty())
    all.push_back({cases::SolverMethod::tensor_cg, cost(tensor_cg_work(the_case, grounds))});
  add_layers(grounds, "pressure", 1, all);
  return all;
}

/// A choice with its candidates, still without a method, and why some methods do not serve.
struct Question {
  SolverChoice choice;
  std::string obstacle;
};

/// The method that the run had which this one goes on from, where it serves.
bool stays_as_before(const Grounds& grounds, SolverChoice& choice) {
  const auto found = grounds.solvers_so_far.find(choice.equation);
  if (found == grounds.solvers_so_far.end() ||
      std::ranges::count(choice.candidates, found->second, &SolverCandidate::method) == 0)
    return false;
  choice.method = found->second;
  choice.reason = "as before the restart";
  return true;
}

SolverChoice choose(const cases::Case& the_case, const Grounds& grounds, cases::SolverMethod wished,
                    Question question) {
  SolverChoice choice = std::move(question.choice);
  choice.method = wished;
  choice.reason = "asked for";
  if (wished != cases::SolverMethod::automatic || stays_as_before(grounds, choice)) return choice;
  Candidates candidates = choice.candidates;
  const double largest = largest_dense_block(the_case, grounds);
  const bool is_too_long = largest > largest_dense;
  if (is_too_long)
    std::erase_if(candidates, [](const auto& candidate) { return uses_modes(candidate.method); });
  choice.method = std::ranges::min_element(candidates, {}, &SolverCandidate::cost)->method;
  choice.reason =
      !question.obstacle.empty() ? question.obstacle
      : is_too_long ? fmt::format("a direction with modes of {:.0f} unknowns is too long", largest)
                    : "the cheapest";
  return choice;
}

SolverChoice choose_pressure(const cases::Case& the_case, const Grounds& grounds) {
  return choose(the_case, grounds, the_case.pressure_solver,
                {{.equation = "pressure", .candidates = pressure_candidates(the_case, grounds)},
                 obstacle_to_both(grounds, "pressure", obstacles_of_pressure(the_case).first())});
}

SolverChoice choose_helmholtz(const cases::Case& the_case, const Grounds& grounds,
                              const std::string& equation, cases::SolverMethod wished,
                              const Obstacles& obstacles) {
  Candidates candidates = helmholtz_candidates(the_case, grounds, obstacles);
  add_layers(grounds, equation, equation == "velocity" ? 3 : 1, candidates);
  return choose(the_case, grounds, wished,
                {{.equation = equation, .candidates = std::move(candidates)},
                 obstacle_to_both(grounds, equation, obstacles.first())});
}

/// What to say of a solver that stands on modes and cannot serve.
std::string advice(const cases::Case& the_case, const std::string& key,
                   const Obstacles& obstacles) {
  if (!obstacle_to_direct_solves(the_case).empty())
    return "this solver needs an axis-aligned box with one condition on each face";
  return obstacles.to_modes.empty()
             ? fmt::format("this solver takes one number, here take \"tensor-cg\" or \"{}\"",
                           key == "solver.pressure" ? "schwarz-multigrid" : "jacobi-cg")
             : "this solver takes no Robin condition, here take \"jacobi-cg\"";
}

void refuse_modes(const cases::Case& the_case, const std::string& key, cases::SolverMethod wished,
                  const Obstacles& obstacles, std::vector<std::string>& faults) {
  if (!uses_modes(wished)) return;
  const std::string& why =
      wished == cases::SolverMethod::tensor_direct ? obstacles.first() : obstacles.to_modes;
  if (!why.empty())
    faults.push_back(fmt::format("{} = \"{}\": {}; {}", the_case.place(key),
                                 word_of(cases::solver_words(), wished), why,
                                 advice(the_case, key, obstacles)));
}

/// An equation that is to be solved on layers, and cannot be.
std::string fault_of_layers(const cases::Case& the_case, const LayerQuestion& question) {
  if (!the_case.axisymmetric)
    return fmt::format("{} = \"extruded-direct\": {}", the_case.place(question.key),
                       question.obstacle);
  // Nothing else may be taken.
  return fmt::format("{}: around an axis the {} is solved for directly alone, but {}",
                     the_case.place("mesh.axisymmetric"), question.equation,
                     question.obstacle.substr(0, question.obstacle.find("; take")));
}

void refuse_layers(const cases::Case& the_case, std::vector<std::string>& faults) {
  for (const LayerQuestion& question : layer_questions(the_case))
    if (question.wished == cases::SolverMethod::extruded_direct && !question.obstacle.empty())
      faults.push_back(fault_of_layers(the_case, question));
}

/// Why no layers of a plane mesh are to be looked for, or nothing.
std::string obstacle_to_layers(const cases::Case& the_case) {
  if (the_case.mesh_moves) return "the mesh moves; here take an iterative solver";
  if (!the_case.mesh_file && !the_case.map) return "the mesh is a box; take \"tensor-direct\"";
  if (!the_case.solids.empty()) return "some elements are solid; here take an iterative solver";
  if (the_case.partitioner == mesh::Partitioner::pt_scotch)
    return "each rank needs whole columns of elements; expected mesh.partitioner = \"metis\"";
  return "";
}

std::string obstacle_to_layers(const std::string& of_mesh, const Obstacles& obstacles,
                               bool exchanges, const char* instead = "jacobi-cg") {
  if (!of_mesh.empty()) return of_mesh;
  if (!obstacles.to_direct.empty())
    return fmt::format("{}; take \"{}\"", obstacles.to_direct, instead);
  return exchanges ? "a boundary has a Robin condition; take \"jacobi-cg\"" : "";
}

bool takes_modes(const cases::Case& the_case, const Grounds& grounds) {
  return std::ranges::any_of(choose_solvers(the_case, grounds), uses_modes, &SolverChoice::method);
}

/// Why the last direction of direct solves cannot be asked for, or nothing.
std::string fault_of_last_direction(const cases::Case& the_case, const Grounds& grounds) {
  const bool is_possible = !the_case.plane || the_case.last_direction == 1;
  if (!the_case.last_direction || (is_possible && takes_modes(the_case, grounds))) return "";
  const std::string obstacle = obstacle_to_direct_solves(the_case);
  return fmt::format("{} = \"{}\": {}; leave it out", the_case.place("solver.last_direction"),
                     word_of(cases::last_direction_words(), the_case.last_direction),
                     !is_possible ? "in a plane y is taken last"
                     : obstacle.empty()
                         ? "no equation is solved by tensor-direct or tensor-cg"
                         : obstacle + ", so that no solver takes one direction last");
}

/// Why a solver of the coarse problem, other than the direct one, does not serve, or nothing.
std::string fault_of_coarse_solver(const cases::Case& the_case) {
  const bool is_lattice = obstacle_to_direct_solves(the_case).empty() &&
                          std::ranges::all_of(the_case.axes, [](const mesh::Axis& axis) {
                            return axis.periodic && direct::ticks_uniform(axis.ticks);
                          });
  if (the_case.iterative_pressure.coarse == precond::CoarseKind::fft && !is_lattice)
    return "needs a box of equal elements that is periodic in all directions";
  if (the_case.iterative_pressure.coarse == precond::CoarseKind::boomer_amg &&
      !precond::has_boomer_amg())
    return "this program was built without hypre";
  return "";
}

}  // namespace

std::string obstacle_to_direct_solves(const cases::Case& the_case) {
  if (the_case.mesh_moves) return "the mesh moves";
  if (the_case.mesh_file) return "the mesh is no box";
  if (the_case.map) return "the elements are curved";
  if (!the_case.solids.empty()) return "some elements are solid";
  if (!the_case.parts.empty()) return "a face has several conditions";
  return "";
}

std::vector<LayerQuestion> layer_questions(const cases::Case& the_case) {
  const std::string of_mesh = obstacle_to_layers(the_case);
  std::vector<LayerQuestion> questions;
  if (!the_case.prescribed_velocity) {
    const auto of_velocity = obstacles_of_velocity(the_case);
    questions.push_back(
        {"pressure", "solver.pressure", the_case.pressure_solver,
         obstacle_to_layers(of_mesh, obstacles_of_pressure(the_case), false, "schwarz-multigrid")});
    questions.push_back({"velocity", "solver.velocity", the_case.velocity_solver,
                         obstacle_to_layers(of_mesh, of_velocity, false)});
  }
  for (std::size_t s = 0; s < the_case.scalars.size(); ++s) {
    const auto& scalar = the_case.scalars[s];
    const bool exchanges = std::ranges::count(scalar.faces, cases::ScalarCondition::robin,
                                              &cases::ScalarFaceCondition::kind) > 0;
    questions.push_back({scalar.name, fmt::format("scalar[{}].solver", s), scalar.solver,
                         obstacle_to_layers(of_mesh, obstacles_of(the_case, scalar), exchanges)});
  }
  return questions;
}

std::vector<std::string> solver_faults(const cases::Case& the_case, const Grounds& grounds) {
  std::vector<std::string> faults;
  const Obstacles of_mesh{obstacle_to_direct_solves(the_case), ""};
  refuse_modes(the_case, "solver.pressure", the_case.pressure_solver,
               obstacles_of_pressure(the_case), faults);
  refuse_layers(the_case, faults);
  refuse_modes(the_case, "solver.velocity", the_case.velocity_solver,
               obstacles_of_velocity(the_case), faults);
  for (std::size_t s = 0; s < the_case.scalars.size(); ++s)
    refuse_modes(the_case, fmt::format("scalar[{}].solver", s), the_case.scalars[s].solver,
                 obstacles_of(the_case, the_case.scalars[s]), faults);
  if (const std::string fault = fault_of_last_direction(the_case, grounds); !fault.empty())
    faults.push_back(fault);
  if (!takes_multigrid(the_case, grounds)) return faults;
  if (the_case.iterative_pressure.coarse == precond::CoarseKind::tensor_direct)
    refuse_modes(the_case, "solver.coarse", cases::SolverMethod::tensor_direct, of_mesh, faults);
  if (const std::string fault = fault_of_coarse_solver(the_case); !fault.empty())
    faults.push_back(fmt::format(
        "{} = \"{}\": {}", the_case.place("solver.coarse"),
        word_of(cases::coarse_solver_words(), the_case.iterative_pressure.coarse), fault));
  return faults;
}

std::vector<SolverChoice> choose_solvers(const cases::Case& the_case, const Grounds& grounds) {
  std::vector<SolverChoice> choices;
  if (!the_case.prescribed_velocity)
    choices = {choose_pressure(the_case, grounds),
               choose_helmholtz(the_case, grounds, "velocity", the_case.velocity_solver,
                                obstacles_of_velocity(the_case))};
  for (const auto& scalar : the_case.scalars)
    choices.push_back(choose_helmholtz(the_case, grounds, scalar.name, scalar.solver,
                                       obstacles_of(the_case, scalar)));
  return choices;
}

const SolverChoice* find_choice(const std::vector<SolverChoice>& choices,
                                const std::string& equation) {
  const auto found = std::ranges::find(choices, equation, &SolverChoice::equation);
  return found == choices.end() ? nullptr : &*found;
}

mesh::Cut cut_of(const cases::Case& the_case, const Grounds& grounds) {
  if (takes_modes(the_case, grounds)) return mesh::slabs_along(last_direction(the_case, grounds));
  const bool keeps_z = the_case.map && (*the_case.map)[2].text() == "z" &&
                       std::ranges::any_of(layer_questions(the_case), &LayerQuestion::is_open);
  return keeps_z ? mesh::Cut::columns_z : mesh::Cut::blocks;
}

bool takes_multigrid(const cases::Case& the_case, const Grounds& grounds) {
  return std::ranges::any_of(choose_solvers(the_case, grounds), [](const SolverChoice& choice) {
    return choice.method == cases::SolverMethod::schwarz_multigrid;
  });
}

}  // namespace lobatto::plan
