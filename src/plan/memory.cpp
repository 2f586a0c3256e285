#include "plan/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "perf/memory.hpp"
#include "plan/field_memory.hpp"
#include "plan/layers.hpp"
#include "plan/solver_choice.hpp"
#include "plan/solver_cost.hpp"

namespace lobatto::plan {

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
