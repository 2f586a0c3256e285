#include "plan/field_memory.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "case/expressions/coefficient_expression.hpp"
#include "plan/solver_choice.hpp"
#include "time/coefficients.hpp"

namespace lobatto::plan {

namespace {

// Doubles per point, from the peak of memory of short runs with and without each part;
// tests/python/memory_estimate_test.py holds what follows from them to 15 %.
constexpr double of_jacobi_cg = 17.5, of_multigrid = 22.0;  // with the numbers of shared nodes
constexpr double of_tensor_cg = 7.0;                        // of each equation
constexpr double of_stress = 9.0;
constexpr double of_compression = 1.6;  // a checkpoint's content as it is and as it is sent

// What one rank takes at most of a checkpoint, of the memory of a node, and from how many ranks.
constexpr double part_of_node = 0.125, ranks_of_file = 1024;

// Bytes, from the same runs: the program without any field, with MPI, and each element of a mesh
// from a file.
constexpr double bytes_of_program = 53e6, bytes_of_file_element = 5e3;

/// Doubles per point of what improves the guesses of jacobi-cg: for each field that it solves for,
/// the corrections in single precision and three fields to work with.
double projection_doubles(const cases::Case& the_case, std::span<const SolverChoice> solvers) {
  if (the_case.iterative_velocity.projection_vectors == 0) return 0.0;
  double n_fields = 0;
  for (const auto& choice : solvers)
    if (choice.method == cases::SolverMethod::jacobi_cg)
      n_fields += choice.equation == "velocity" ? 3 : 1;
  return n_fields * (0.5 * the_case.iterative_velocity.projection_vectors + 3.0);
}

/// What the iterative solvers among these keep.
double iterative_doubles(const cases::Case& the_case, std::span<const SolverChoice> solvers) {
  const auto uses = [&](cases::SolverMethod method) {
    return std::ranges::find(solvers, method, &SolverChoice::method) != solvers.end();
  };
  const auto n_tensor_cg =
      std::ranges::count(solvers, cases::SolverMethod::tensor_cg, &SolverChoice::method);
  return (uses(cases::SolverMethod::jacobi_cg) ? of_jacobi_cg : 0.0) +
         of_tensor_cg * static_cast<double>(n_tensor_cg) + projection_doubles(the_case, solvers) +
         (uses(cases::SolverMethod::schwarz_multigrid)
              ? of_multigrid + 0.5 * the_case.iterative_pressure.projection_vectors
              : 0.0);
}

bool writes_checkpoints(const cases::Case& the_case) {
  const cases::CheckpointCase& checkpoint = the_case.checkpoint;
  return checkpoint.final || checkpoint.every_wall || checkpoint.interval.every_steps ||
         checkpoint.interval.every_time;
}

/// What coefficients that are fields keep: three levels, scaled factors with the mass, the shear
/// rate or the capacity, and three levels of the force that a viscosity adds.
double coefficient_doubles(const cases::Case& the_case) {
  double doubles = 0;
  if (viscosity_is_field(the_case)) doubles += doubles_of_coefficient + of_stress;
  for (const cases::ScalarCase& scalar : the_case.scalars)
    if (diffusivity_is_field(the_case, scalar)) doubles += doubles_of_coefficient;
  return doubles;
}

}  // namespace

double doubles_per_point(const cases::Case& the_case, const Grounds& grounds) {
  const auto n_scalars = static_cast<double>(the_case.scalars.size());
  const double state = 2.0 * time::max_order * (3.0 + n_scalars);
  const double pressure = 2.0;
  const double workspace = 4.0;
  const double geometry = the_case.map || the_case.mesh_file ? 24.0 : 0.0;
  const double numbers = the_case.mesh_file ? 4.0 : 0.0;
  return state + pressure + the_case.field_doubles + workspace + geometry + numbers +
         coefficient_doubles(the_case) +
         iterative_doubles(the_case, choose_solvers(the_case, grounds));
}

double checkpoint_doubles(const cases::Case& the_case, const Grounds& grounds) {
  if (!writes_checkpoints(the_case)) return 0.0;
  const auto solvers = choose_solvers(the_case, grounds);
  const bool has_memory = the_case.checkpoint.solver_memory &&
                          std::ranges::find(solvers, cases::SolverMethod::schwarz_multigrid,
                                            &SolverChoice::method) != solvers.end();
  const double content = 10.0 + time::max_order * static_cast<double>(the_case.scalars.size()) +
                         (has_memory ? 0.5 * the_case.iterative_pressure.projection_vectors : 0.0);
  return of_compression * content;
}

int checkpoint_files(const cases::Case& the_case, const Grounds& grounds, double n_elements,
                     double bytes_of_node) {
  const double bytes =
      8.0 * n_elements * element_shape(the_case).points() * checkpoint_doubles(the_case, grounds);
  const double by_memory = std::ceil(bytes / (part_of_node * bytes_of_node));
  const double by_ranks = std::ceil(grounds.n_ranks / ranks_of_file);
  return static_cast<int>(std::clamp(std::max(by_memory, by_ranks), 1.0, 1.0 * grounds.n_ranks));
}

double field_bytes(const cases::Case& the_case, const Grounds& grounds, double n_own) {
  const double points = n_own * element_shape(the_case).points();
  const double of_elements = the_case.mesh_file ? bytes_of_file_element * n_own : 0.0;
  return bytes_of_program + of_elements +
         8.0 * points *
             (doubles_per_point(the_case, grounds) + checkpoint_doubles(the_case, grounds));
}

}  // namespace lobatto::plan
