#include "direct/directions/slab_solve.hpp"

#include <algorithm>
#include <utility>

#include "direct/cache_lines.hpp"
#include "direct/exchange/transposition.hpp"
#include "direct/tensor_work.hpp"

namespace lobatto::direct {
namespace {

/// Lanes of the ends' system that are solved together.
constexpr int chain_batch = 64;

/// The slab of a z coordinate: its ticks, and the conditions at its ends; natural where it was cut.
std::shared_ptr<const CondensedLine> make_slab(const mesh::BoxMesh& mesh,
                                               const poly::LineConditions& conditions) {
  const std::span<const double> ticks = mesh.axes[2].ticks;
  const auto [begin, end] = std::pair(mesh.local.z_begin, mesh.local.z_end);
  if (begin == end) return nullptr;
  return std::make_shared<const CondensedLine>(
      ticks.subspan(begin, end - begin + 1), mesh.order,
      slab_conditions(conditions, {begin, end - begin}, mesh.axes[2].n_elements()));
}

}  // namespace

SlabSolve::SlabSolve(SlabExchange& exchange, const mesh::BoxMesh& mesh,
                     const poly::LineConditions& conditions, int own_z, int n_planes,
                     int lines_a_plane)
    : exchange_(&exchange),
      whole_(mesh.axes[2].n_elements(), mesh.order, conditions),
      length_(mesh.axes[2].length()),
      first_half_(0.5 * mesh.axes[2].element_length(0)),
      n_planes_(n_planes),
      lines_a_plane_(lines_a_plane),
      own_(share_of(n_planes * lines_a_plane, exchange.group.size(), own_z)),
      line_(make_slab(mesh, conditions)),
      batch_(line_ ? condensed_batch(lines_a_plane, line_->layout()) : 0),
      stride_(stride_for(static_cast<std::size_t>(batch_))),
      chain_(exchange.n_slabs, whole_, chain_batch, chain_batch),
      matrices_(static_cast<std::size_t>(exchange.n_slabs) * 3 * own_.size) {
  if (batch_ > 0) lanes_.emplace(line_, batch_, stride_);
}

void SlabSolve::begin(double mass, double nu, int n_problems) {
  nu_ = nu;
  n_problems_ = n_problems;
  ends_ = &exchange_->ends(n_problems);
  null_line_ = -1;
  sends_matrices_ = coefficients_ != std::array{mass, nu};
  coefficients_ = {mass, nu};
}

template <class Use>
void SlabSolve::for_batches(const Part& part, double* kept, Use&& use) const {
  const std::size_t size = static_cast<std::size_t>(line_->layout().n_nodes) * stride_;
  const int n_batches = (lines_a_plane_ + batch_ - 1) / batch_;
  double* const of_plane =
      kept + part.problem * kept_size() + static_cast<std::size_t>(part.plane) * n_batches * size;
  for (int b = 0; b < n_batches; ++b)
    use(Batch{b * batch_, std::min(batch_, lines_a_plane_ - b * batch_), of_plane + b * size});
}

template <class Visit>
void SlabSolve::for_owners(int plane, const Batch& batch, Visit&& visit) const {
  const int n_ranks = exchange_->group.size(), n_lines = n_planes_ * lines_a_plane_;
  const int begin = plane * lines_a_plane_ + batch.first, end = begin + batch.n_lines;
  // Shares are as even as can be, so that the first owner is there or thereabouts.
  int r = static_cast<int>(static_cast<long long>(begin) * n_ranks / n_lines);
  while (share_of(n_lines, n_ranks, r).begin > begin) --r;
  for (; r < n_ranks; ++r) {
    const Share share = share_of(n_lines, n_ranks, r);
    const int first = std::max(begin, share.begin), last = std::min(end, share.begin + share.size);
    if (share.begin >= end) break;
    if (first < last) visit(r, share, first - share.begin, first - begin, last - first);
  }
}

void SlabSolve::condense(const Part& part, const Shifts& shifts, const Lines& lines, double* kept,
                         double* scratch) {
  if (shifts.null_line >= 0) {
    null_line_ = part.plane * lines_a_plane_ + shifts.null_line;
    drop_constant(lines.line(shifts.null_line));
  }
  if (!has_slab()) return;
  const int n_nodes = line_->layout().n_nodes;
  for_batches(part, kept, [&](const Batch& batch) {
    transpose(lines.line(batch.first), lines.stride, batch.n_lines, n_nodes, batch.nodes, stride_);
    lanes_->condense(shifts.of_lines.subspan(batch.first, batch.n_lines), nu_, batch.nodes,
                     scratch);
    send_ends(part, batch);
    if (sends_matrices_ && part.problem == 0) send_matrices(part, batch, scratch);
  });
}

void SlabSolve::substitute(const Part& part, const Shifts& shifts, const Lines& lines, double* kept,
                           double* scratch) {
  if (has_slab()) {
    const int n_nodes = line_->layout().n_nodes;
    for_batches(part, kept, [&](const Batch& batch) {
      receive_ends(part, batch);
      lanes_->substitute(shifts.of_lines.subspan(batch.first, batch.n_lines), nu_, batch.nodes,
                         scratch);
      transpose(batch.nodes, stride_, n_nodes, batch.n_lines, lines.line(batch.first),
                lines.stride);
    });
  }
  if (shifts.null_line >= 0) drop_mean(lines.line(shifts.null_line));
}

void SlabSolve::send_ends(const Part& part, const Batch& batch) {
  const double* const lower = batch.nodes;
  const double* const upper = lower + (line_->layout().n_nodes - 1) * stride_;
  for_owners(part.plane, batch, [&](int r, const Share& share, int to, int from, int n) {
    double* const block = ends_->there().send_block(r) + 2 * part.problem * share.size + to;
    std::copy_n(lower + from, n, block);
    std::copy_n(upper + from, n, block + share.size);
  });
}

/// They are the same for all right-hand sides.
void SlabSolve::send_matrices(const Part& part, const Batch& batch, double* scratch) {
  const PartEnds ends = lanes_->ends(scratch);
  for_owners(part.plane, batch, [&](int r, const Share& share, int to, int from, int n) {
    double* const matrices = exchange_->matrices.send_block(r) + to;
    std::copy_n(ends.coupling + from, n, matrices);
    std::copy_n(ends.lower + from, n, matrices + share.size);
    std::copy_n(ends.upper + from, n, matrices + 2 * share.size);
  });
}

void SlabSolve::receive_ends(const Part& part, const Batch& batch) const {
  double* const lower = batch.nodes;
  double* const upper = lower + (line_->layout().n_nodes - 1) * stride_;
  for_owners(part.plane, batch, [&](int r, const Share& share, int from, int to, int n) {
    const double* const block = ends_->back().recv_block(r) + 2 * part.problem * share.size + from;
    std::copy_n(block, n, lower + to);
    std::copy_n(block + share.size, n, upper + to);
  });
}

double SlabSolve::exchange(double* scratch) {
  double seconds = PencilExchange::move(ends_->there());
  if (sends_matrices_) {
    seconds += PencilExchange::move(exchange_->matrices);
    take_matrices();
  }
  solve_ends(scratch);
  return seconds + PencilExchange::move(ends_->back());
}

void SlabSolve::take_matrices() {
  const std::size_t size = 3 * static_cast<std::size_t>(own_.size);
  for (int s = 0; s < exchange_->n_slabs; ++s)
    std::copy_n(exchange_->matrices.recv_block(s), size, matrices_.data() + s * size);
}

void SlabSolve::solve_ends(double* scratch) {
  for (int problem = 0; problem < n_problems_; ++problem)
    for (int first = 0; first < own_.size; first += chain_batch)
      solve_ends_of(problem, first, std::min(chain_batch, own_.size - first), scratch);
}

/// Rows of scratch: what the chain keeps, the right-hand sides of the n_slabs + 1 ends, and three
/// of a slab, in which lanes without a line have a matrix, too.
void SlabSolve::solve_ends_of(int problem, int first, int n_lines, double* scratch) {
  const int n_slabs = exchange_->n_slabs;
  const int at = 2 * problem * own_.size + first;  // in the blocks
  double* const rows = scratch;
  double* const ends = rows + chain_.n_rows() * chain_batch;
  double* const of_slab = ends + static_cast<std::size_t>(n_slabs + 1) * chain_batch;
  const auto end = [&](int e) { return ends + static_cast<std::size_t>(e) * chain_batch; };
  const auto take_matrix = [&](int s) {
    for (int row = 0; row < 3; ++row)
      std::copy_n(matrix(s, row) + first, n_lines, of_slab + row * chain_batch);
  };
  std::fill_n(of_slab, 3 * chain_batch, 1.0);
  std::fill_n(ends, chain_batch * (n_slabs + 1), 0.0);
  for (int s = 0; s < n_slabs; ++s) {
    const double* const block = ends_->there().recv_block(s) + at;
    for (int l = 0; l < n_lines; ++l) {
      end(s)[l] += block[l];
      end(s + 1)[l] += block[own_.size + l];
    }
  }
  const PartEnds part{of_slab, of_slab + chain_batch, of_slab + 2 * chain_batch};
  for (int s = 0; s < n_slabs; ++s) {
    take_matrix(s);
    chain_.eliminate(s, part, end(0), end(s), end(s + 1), rows);
  }
  const int null_lane = null_line_ - own_.begin - first;
  if (null_line_ >= 0 && null_lane >= 0 && null_lane < n_lines)
    EndChain::hold_first(null_lane, nu_ / first_half_, rows);
  chain_.solve_first_and_last(end(0), end(n_slabs), rows);
  for (int s = n_slabs - 1; s >= 0; --s) {
    take_matrix(s);
    if (s > 0) chain_.find(s, part.coupling, end(0), end(s + 1), end(s), rows);
    double* const block = ends_->back().send_block(s) + at;
    std::copy_n(end(s), n_lines, block);
    std::copy_n(end(s + 1), n_lines, block + own_.size);
  }
}

/// f - M 1 (1, f) / (1, M 1), over all slabs. Collective.
void SlabSolve::drop_constant(double* line) const {
  double sum = 0;
  for (int a = 0; has_slab() && a < line_->layout().n_nodes; ++a) sum += line[a];
  const double mean = exchange_->group.sum(sum) / length_;
  for (int a = 0; has_slab() && a < line_->layout().n_nodes; ++a)
    line[a] -= mean * line_->mass()[a];
}

/// u - (1, M u) / (1, M 1), over all slabs. Collective.
void SlabSolve::drop_mean(double* line) const {
  double sum = 0;
  for (int a = 0; has_slab() && a < line_->layout().n_nodes; ++a) sum += line_->mass()[a] * line[a];
  const double mean = exchange_->group.sum(sum) / length_;
  for (int a = 0; has_slab() && a < line_->layout().n_nodes; ++a) line[a] -= mean;
}

std::size_t SlabSolve::kept_size() const {
  if (!has_slab()) return 0;
  const auto n_batches = static_cast<std::size_t>((lines_a_plane_ + batch_ - 1) / batch_);
  return n_planes_ * n_batches * line_->layout().n_nodes * stride_;
}

std::size_t SlabSolve::scratch_size() const {
  const std::size_t of_chain =
      (chain_.n_rows() + static_cast<std::size_t>(exchange_->n_slabs) + 4) * chain_batch;
  return std::max(of_chain, has_slab() ? lanes_->scratch_size() : 0);
}

double SlabSolve::flops() const { return has_slab() ? lanes_->flops() : 0; }

std::string SlabSolve::description() const {
  return "condensed " + std::to_string(whole_.n_elements) + " x " + std::to_string(whole_.order) +
         ", " + std::to_string(exchange_->n_slabs) + " slabs";
}

}  // namespace lobatto::direct
