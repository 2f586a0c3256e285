#include "accept/memory_check.hpp"

#include <fmt/format.h>

#include <cmath>

#include "accept/rank_box.hpp"
#include "base/error.hpp"
#include "perf/memory.hpp"

namespace lobatto::accept {

double bytes_per_rank(const KernelKind& kind, const KernelSettings& settings, int n_ranks) {
  const auto& size = settings.size.empty() ? kind.size : settings.size;
  // The part of a rank is a box of the same shape as the whole.
  const bool is_shared = settings.is_total && !settings.size.empty();
  const double share = is_shared ? std::pow(n_ranks, -1.0 / static_cast<double>(size.size())) : 1.0;
  double n_cells = 1;
  for (const int n : size) n_cells *= n * share + kind.further_layers;
  return kind.bytes_per_cell * n_cells;
}

void require_memory(const KernelKind& kind, const KernelSettings& settings,
                    const comm::Communicator& communicator) {
  require_memory(kind, settings, static_cast<double>(perf::memory_bytes()), communicator);
}

void require_memory(const KernelKind& kind, const KernelSettings& settings, double bytes_of_node,
                    const comm::Communicator& communicator) {
  if (!settings.mesh.empty()) return;  // the file says how large it is
  const auto node = communicator.split_by_node();
  const double need = bytes_per_rank(kind, settings, communicator.size()) * node.size();
  std::vector<double> worst{need, bytes_of_node, static_cast<double>(node.size())};
  communicator.broadcast(worst, communicator.max_location(need / bytes_of_node).rank);
  if (worst[0] <= worst[1]) return;
  const auto& size = settings.size.empty() ? kind.size : settings.size;
  throw base::Error(fmt::format(
      "--size {}{}: {} needs about {:.3g} GB on a node of {:.0f} rank{}, which has {:.3g} GB; take "
      "fewer cells or more nodes",
      by_x(size), settings.is_total ? " in all" : "", kind.name, 1e-9 * worst[0], worst[2],
      worst[2] == 1 ? "" : "s", 1e-9 * worst[1]));
}

}  // namespace lobatto::accept
