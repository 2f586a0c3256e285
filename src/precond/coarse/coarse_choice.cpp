#include "precond/coarse/coarse_choice.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace lobatto::precond {

std::string_view name_of(CoarseKind kind) {
  switch (kind) {
    case CoarseKind::tensor_direct:
      return "tensor-direct";
    case CoarseKind::sparse_cholesky:
      return "sparse-cholesky";
    case CoarseKind::boomer_amg:
      return "boomer-amg";
    case CoarseKind::schwarz:
      return "schwarz";
    case CoarseKind::fft:
      return "fft";
  }
  return "";
}

namespace {

/// What both triangular solves with the factor of a cube of n vertices read. Nested dissection
/// leaves about 10 n^(4/3) entries in L (George, SIAM J. Numer. Anal. 10 (1973), has 31/4 for seven
/// points).
double factor_bytes(double n) {
  constexpr double entries = 10, bytes_of_entry = 8, solves = 2;
  return solves * entries * bytes_of_entry * std::pow(n, 4.0 / 3.0);
}

/// The vertices of a rank as a cube with a layer around it.
double vertices_with_layer(std::int64_t n_mesh_vertices, int n_ranks) {
  const auto n = static_cast<double>(n_mesh_vertices);
  return std::min(n, std::pow(std::cbrt(n / n_ranks) + 2, 3));
}

constexpr double most_partners = 26;  ///< of a block among blocks

}  // namespace

perf::Work cholesky_work(std::int64_t n_mesh_vertices, int n_ranks) {
  const auto n = static_cast<double>(n_mesh_vertices);
  perf::Work work;
  work.sparse_bytes = factor_bytes(n);
  work.messages = perf::messages_of_sum(n_ranks);
  work.message_bytes = n_ranks > 1 ? 2 * sizeof(double) * n : 0;
  return work;
}

perf::Work amg_work(std::int64_t n_mesh_vertices, int n_ranks, int n_solving) {
  // Matrices of all levels have 4/3 of the entries of the first; each is read by two sweeps, a
  // residual and the two transfers together.
  constexpr double entries = 27 * 4.0 / 3.0, bytes_of_entry = 12, readings = 4;
  const double rows = static_cast<double>(n_mesh_vertices) / n_solving;
  perf::Work work;
  work.sparse_bytes = readings * entries * bytes_of_entry * rows;
  if (n_solving > 1) {
    const double n_levels = std::max(1.0, std::log2(static_cast<double>(n_mesh_vertices)) / 3);
    // On coarser levels all are near.
    const double partners = std::min(most_partners, n_solving - 1.0);
    work.messages = readings * n_levels * partners + perf::messages_of_sum(n_solving);
    work.message_bytes = readings * sizeof(double) * partners * std::pow(rows, 2.0 / 3.0);
  }
  const double others = std::ceil(static_cast<double>(n_ranks) / n_solving) - 1;  // of a group
  work.messages += 2 * others;
  work.message_bytes += 2 * sizeof(double) * rows * others / (others + 1);
  return work;
}

perf::Work schwarz_work(std::int64_t n_mesh_vertices, int n_ranks) {
  constexpr double smoothings = 2, residuals = 2, exchanges = 4, sums = 3;
  constexpr double bytes_of_row = 27 * 12;
  const double own = static_cast<double>(n_mesh_vertices) / n_ranks;
  const double all = vertices_with_layer(n_mesh_vertices, n_ranks);
  perf::Work work;
  work.sparse_bytes =
      smoothings * factor_bytes(all) + residuals * bytes_of_row * own + factor_bytes(n_ranks);
  if (n_ranks == 1) return work;
  work.messages =
      exchanges * std::min(most_partners, n_ranks - 1.0) + sums * perf::messages_of_sum(n_ranks);
  work.message_bytes = exchanges * sizeof(double) * (all - own) + 2 * sizeof(double) * n_ranks;
  return work;
}

bool takes_schwarz(std::int64_t n_mesh_vertices, int n_ranks) {
  constexpr auto most = static_cast<double>(max_cholesky_vertices);
  return n_ranks > 1 && n_ranks <= most && vertices_with_layer(n_mesh_vertices, n_ranks) <= most;
}

int amg_ranks(std::int64_t n_mesh_vertices, int n_ranks, const perf::MachineRates& rates) {
  const auto seconds = [&](int n_solving) {
    return seconds_of(amg_work(n_mesh_vertices, n_ranks, n_solving), rates, n_ranks);
  };
  int best = n_ranks;
  for (int n = n_ranks / 2; n > 0; n /= 2)
    if (seconds(n) < seconds(best)) best = n;
  return best;
}

CoarseKind choose_coarse_solver(bool is_box, std::int64_t n_mesh_vertices, bool has_amg,
                                int n_ranks, const perf::MachineRates& rates) {
  constexpr double cycles = 2;
  if (is_box) return CoarseKind::tensor_direct;
  std::vector<std::pair<double, CoarseKind>> choices;
  const auto consider = [&](CoarseKind kind, double times, const perf::Work& work) {
    choices.emplace_back(times * seconds_of(work, rates, n_ranks), kind);
  };
  if (n_mesh_vertices <= max_cholesky_vertices)
    consider(CoarseKind::sparse_cholesky, 1, cholesky_work(n_mesh_vertices, n_ranks));
  if (has_amg)
    consider(CoarseKind::boomer_amg, cycles,
             amg_work(n_mesh_vertices, n_ranks, amg_ranks(n_mesh_vertices, n_ranks, rates)));
  if (takes_schwarz(n_mesh_vertices, n_ranks))
    consider(CoarseKind::schwarz, cycles, schwarz_work(n_mesh_vertices, n_ranks));
  // What else serves every size takes long to be made.
  if (choices.empty()) return CoarseKind::sparse_cholesky;
  return std::min_element(choices.begin(), choices.end())->second;
}

}  // namespace lobatto::precond
