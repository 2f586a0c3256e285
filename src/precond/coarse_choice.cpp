#include "precond/coarse_choice.hpp"

#include <algorithm>
#include <cmath>

namespace lobatto::precond {

std::string_view name_of(CoarseKind kind) {
  switch (kind) {
    case CoarseKind::tensor_direct:
      return "tensor-direct";
    case CoarseKind::sparse_cholesky:
      return "sparse-cholesky";
    case CoarseKind::boomer_amg:
      return "boomer-amg";
    case CoarseKind::fft:
      return "fft";
  }
  return "";
}

perf::Work cholesky_work(std::int64_t n_mesh_vertices, int n_ranks) {
  // Nested dissection of a cube leaves about 10 N^(4/3) entries in L (George, SIAM J. Numer. Anal.
  // 10 (1973), has 31/4 for seven points); both triangular solves read it.
  constexpr double entries = 10, bytes_of_entry = 8, solves = 2;
  const auto n = static_cast<double>(n_mesh_vertices);
  perf::Work work;
  work.sparse_bytes = solves * entries * bytes_of_entry * std::pow(n, 4.0 / 3.0);
  work.messages = perf::messages_of_sum(n_ranks);
  work.message_bytes = n_ranks > 1 ? 2 * sizeof(double) * n : 0;
  return work;
}

perf::Work amg_work(std::int64_t n_mesh_vertices, int n_ranks, int n_solving) {
  // Matrices of all levels have 4/3 of the entries of the first; each is read by two sweeps, a
  // residual and the two transfers together.
  constexpr double entries = 27 * 4.0 / 3.0, bytes_of_entry = 12, readings = 4;
  constexpr double most_partners = 26;  // of a block among blocks; on coarser levels all are near
  const double rows = static_cast<double>(n_mesh_vertices) / n_solving;
  perf::Work work;
  work.sparse_bytes = readings * entries * bytes_of_entry * rows;
  if (n_solving > 1) {
    const double n_levels = std::max(1.0, std::log2(static_cast<double>(n_mesh_vertices)) / 3);
    const double partners = std::min(most_partners, n_solving - 1.0);
    work.messages = readings * n_levels * partners + perf::messages_of_sum(n_solving);
    work.message_bytes = readings * sizeof(double) * partners * std::pow(rows, 2.0 / 3.0);
  }
  const double others = std::ceil(static_cast<double>(n_ranks) / n_solving) - 1;  // of a group
  work.messages += 2 * others;
  work.message_bytes += 2 * sizeof(double) * rows * others / (others + 1);
  return work;
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
  if (!has_amg) return CoarseKind::sparse_cholesky;
  if (n_mesh_vertices > max_cholesky_vertices) return CoarseKind::boomer_amg;
  const int n_solving = amg_ranks(n_mesh_vertices, n_ranks, rates);
  const double exact = seconds_of(cholesky_work(n_mesh_vertices, n_ranks), rates, n_ranks),
               cycle = seconds_of(amg_work(n_mesh_vertices, n_ranks, n_solving), rates, n_ranks);
  return exact <= cycles * cycle ? CoarseKind::sparse_cholesky : CoarseKind::boomer_amg;
}

}  // namespace lobatto::precond
