#include "plan/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "case/expressions/coefficient_expression.hpp"
#include "perf/memory.hpp"
#include "plan/layers.hpp"
#include "plan/solver_choice.hpp"
#include "plan/solver_cost.hpp"
#include "time/coefficients.hpp"

namespace lobatto::plan {

namespace {

// Doubles per point, from the peak of memory of short runs with and without each part;
// tests/python/checks/memory_estimate_test.py holds what follows from them to 15 %.
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

/// What steps by their error keep besides: the prediction of a field whose solver has no guess.
double prediction_doubles(const cases::Case& the_case, std::span<const SolverChoice> solvers) {
  if (!the_case.time_tolerance) return 0.0;
  double doubles = 0;
  for (const auto& choice : solvers)
    if (choice.equation != "pressure" && choice.method != cases::SolverMethod::jacobi_cg &&
        choice.method != cases::SolverMethod::tensor_cg)
      doubles += choice.equation == "velocity" ? 3 : 1;
  return doubles;
}

/// What characteristics keep of each field that is advected, and the parts of the mass.
double characteristics_doubles(const cases::Case& the_case) {
  return the_case.along_characteristics ? 3.0 * cases::n_advected_fields(the_case) + 1.0 : 0.0;
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
  const double geometry = the_case.has_curved_elements() ? 24.0 : 0.0;
  const double numbers = the_case.mesh_file ? 4.0 : 0.0;
  const auto solvers = choose_solvers(the_case, grounds);
  return state + pressure + the_case.field_doubles + workspace + geometry + numbers +
         coefficient_doubles(the_case) + prediction_doubles(the_case, solvers) +
         characteristics_doubles(the_case) + iterative_doubles(the_case, solvers);
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

namespace {

/// The matrices of the three directions, and while they are made the operators of the largest
/// block.
double mode_bytes(const cases::Case& the_case, const Grounds& grounds, int order, int n_solvers) {
  const int last = mesh::last_of(cut_of(the_case, grounds));
  double kept = 0, largest = 0;
  for (int d = 0; d < 3; ++d) {
    const auto line = direction_choice(the_case, grounds, order, d, last);
    kept += line.matrix_values;
    largest = std::max(largest, line.largest_block);
  }
  return 8.0 * (n_solvers * kept + 8 * largest * largest);
}

MemoryPart fields_part(const cases::Case& the_case, const Grounds& grounds,
                       const ElementShares& shares) {
  return {fmt::format("{:.6g} elements of order {}", shares.n_elements, the_case.order),
          the_case.place("mesh"), field_bytes(the_case, grounds, shares.n_own),
          "use more nodes, fewer elements or a lower order"};
}

MemoryPart modes_part(const cases::Case& the_case, const Grounds& grounds) {
  MemoryPart part{"the dense modes of the longest direction", the_case.place("solver.pressure"), 0,
                  "shorten the longest direction, or ask for iterative solvers in [solver]"};
  if (!obstacle_to_direct_solves(the_case).empty()) return part;
  const auto choices = choose_solvers(the_case, grounds);
  const auto n_direct = std::ranges::count_if(choices, uses_modes, &SolverChoice::method);
  if (n_direct > 0)
    part.bytes = mode_bytes(the_case, grounds, the_case.order, static_cast<int>(n_direct));
  return part;
}

MemoryPart layers_part(const cases::Case& the_case, const Grounds& grounds) {
  return {"the factors of the plane mesh, mode by mode", the_case.place("solver.pressure"),
          bytes_on_layers(the_case, grounds),
          "use more nodes, or ask for iterative solvers in [solver]"};
}

MemoryPart coarse_part(const cases::Case& the_case, const Grounds& grounds) {
  MemoryPart part{"the dense modes of the vertices in the longest direction",
                  the_case.place("solver.coarse"), 0,
                  "shorten the longest direction, or ask for another solver of the coarse problem"};
  const bool is_direct =
      the_case.iterative_pressure.coarse.value_or(precond::CoarseKind::tensor_direct) ==
      precond::CoarseKind::tensor_direct;
  if (is_direct && obstacle_to_direct_solves(the_case).empty() &&
      takes_multigrid(the_case, grounds))
    part.bytes = mode_bytes(the_case, grounds, 1, 1);
  return part;
}

/// What the ranks of one node need together.
struct NodeNeed {
  double n_ranks = 0;
  double limit = 0;
  std::vector<double> bytes;  ///< [parts]
  [[nodiscard]] double total() const { return std::reduce(bytes.begin(), bytes.end()); }
};

/// Of the node that is over its memory by the largest factor. Collective.
NodeNeed worst_node(const std::vector<MemoryPart>& parts, double bytes_of_node,
                    const comm::Communicator& communicator) {
  const auto node = communicator.split_by_node();
  std::vector<double> need{static_cast<double>(node.size()), bytes_of_node};
  for (const auto& part : parts) need.push_back(part.bytes);
  const std::span<double> bytes = std::span(need).subspan(2);
  node.sum(bytes);
  const double ratio = std::reduce(bytes.begin(), bytes.end()) / bytes_of_node;
  communicator.broadcast(need, communicator.max_location(ratio).rank);
  return {need[0], need[1], {need.begin() + 2, need.end()}};
}

}  // namespace

std::vector<MemoryPart> memory_parts(const cases::Case& the_case, const Grounds& grounds,
                                     const ElementShares& shares) {
  return {fields_part(the_case, grounds, shares), modes_part(the_case, grounds),
          layers_part(the_case, grounds), coarse_part(the_case, grounds)};
}

void check_memory(const std::vector<MemoryPart>& parts, const comm::Communicator& communicator,
                  cases::Problems& problems) {
  check_memory(parts, static_cast<double>(perf::memory_bytes()), communicator, problems);
}

void check_memory(const std::vector<MemoryPart>& parts, double bytes_of_node,
                  const comm::Communicator& communicator, cases::Problems& problems) {
  const NodeNeed node = worst_node(parts, bytes_of_node, communicator);
  if (node.total() <= node.limit) return;
  const auto largest = std::ranges::max_element(node.bytes) - node.bytes.begin();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_largest = static_cast<std::ptrdiff_t>(i) == largest;
    if (node.bytes[i] <= node.limit && !is_largest) continue;
    const std::string all = node.bytes[i] > node.limit
                                ? ""
                                : fmt::format(" ({} with all else)", bytes_text(node.total()));
    problems.add_placed(
        fmt::format("{}: {} need at least {}{} on a node of {:.0f} rank{}, which has {}: {}",
                    parts[i].place, parts[i].what, bytes_text(node.bytes[i]), all, node.n_ranks,
                    node.n_ranks == 1 ? "" : "s", bytes_text(node.limit), parts[i].advice));
  }
}

std::string bytes_text(double bytes) {
  constexpr std::array units{"kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  for (bytes /= 1e3; bytes >= 999.95 && unit + 1 < units.size(); ++unit) bytes /= 1e3;
  return bytes >= 999.95 ? fmt::format("{:.3g} {}", bytes, units[unit])
                         : fmt::format("{:.1f} {}", bytes, units[unit]);
}

}  // namespace lobatto::plan
