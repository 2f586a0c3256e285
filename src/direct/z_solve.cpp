#include "direct/z_solve.hpp"

#include <algorithm>
#include <utility>

#include "direct/line_ends.hpp"
#include "direct/strides.hpp"
#include "direct/transposition.hpp"

namespace lobatto::direct {
namespace {

/// x[l] *= scale / (shift[l] + z_part), where the divisor is in (0, 1]. A vector division of
/// doubles takes as long as 30 products; one of floats and a step of third order, r (1 + e + e^2)
/// with e = 1 - d r, give the same to the last bit or two in a third of the time.
void divide_lanes(const double* __restrict shift, double z_part, double scale, double* __restrict x,
                  int n) {
  for (int l = 0; l < n; ++l) {
    const double d = shift[l] + z_part;
    const double r = static_cast<double>(1.0F / static_cast<float>(d));
    const double e = 1 - d * r;
    x[l] *= scale * (r + r * (e + e * e));
  }
}

}  // namespace

ZSolve::ZSolve(std::shared_ptr<const LineTransform> z, bool unknowns_only, int n_lines)
    : z_(std::move(z)),
      unknowns_only_(unknowns_only),
      batch_(even_strip(n_lines, longest_strip(z_->size()))),
      stride_(stride_for(static_cast<std::size_t>(batch_))),
      lanes_(z_, LaneLayout{1, batch_, 0, 0, stride_, stride_}) {}

std::size_t ZSolve::scratch_size() const {
  const std::size_t block = static_cast<std::size_t>(z_->layout().n_nodes) * stride_;
  return 2 * block + lanes_.scratch_size();
}

double ZSolve::flops() const { return 2 * z_->flops() + 8.0 * z_->size(); }

void ZSolve::operator()(std::span<const LinePiece> pieces, std::span<const double> shifts,
                        double stiffness_coefficient, int null_line, double* scratch) const {
  double* const nodes = scratch;
  double* const modes = nodes + static_cast<std::size_t>(z_->layout().n_nodes) * stride_;
  double* const folded = modes + static_cast<std::size_t>(z_->layout().n_nodes) * stride_;
  double* const unknowns = nodes + static_cast<std::size_t>(z_->layout().first_unknown) * stride_;
  for (std::size_t first = 0; first < shifts.size(); first += static_cast<std::size_t>(batch_)) {
    const auto batch = shifts.subspan(first, std::min<std::size_t>(batch_, shifts.size() - first));
    const int n_lines = static_cast<int>(batch.size());
    gather(pieces, first, n_lines, nodes);
    lanes_.forward(unknowns, modes, folded);
    divide(batch, stiffness_coefficient, modes);
    const int null_lane = null_line - static_cast<int>(first);
    if (null_line >= 0 && null_lane >= 0 && null_lane < n_lines)
      modes[z_->constant_mode() * stride_ + null_lane] = 0;
    lanes_.backward(modes, unknowns, folded);
    scatter(pieces, first, n_lines, nodes);
  }
}

void ZSolve::gather(std::span<const LinePiece> pieces, std::size_t first_line, int n_lines,
                    double* nodes) const {
  for (const LinePiece& piece : pieces) {
    double* const first_node = nodes + static_cast<std::size_t>(piece.first_node) * stride_;
    const bool shares = &piece != pieces.data();
    double shared[max_strip];
    if (shares) std::copy_n(first_node, n_lines, shared);
    transpose(piece.in + first_line * piece.stride, piece.stride, n_lines, piece.n_nodes,
              first_node, stride_);
    for (int l = 0; shares && l < n_lines; ++l) first_node[l] += shared[l];
  }
  if (!unknowns_only_) gather_ends(z_->layout(), nodes, stride_, n_lines);
}

void ZSolve::scatter(std::span<const LinePiece> pieces, std::size_t first_line, int n_lines,
                     double* nodes) const {
  if (!unknowns_only_) scatter_ends(z_->layout(), nodes, stride_, n_lines);
  for (const LinePiece& piece : pieces) {
    const double* const first_node = nodes + static_cast<std::size_t>(piece.first_node) * stride_;
    transpose(first_node, stride_, piece.n_nodes, n_lines, piece.out + first_line * piece.stride,
              piece.stride);
  }
}

void ZSolve::divide(std::span<const double> shifts, double stiffness_coefficient,
                    double* modes) const {
  const auto eigenvalues = z_->eigenvalues();
  if (eigenvalues.empty()) return;  // one element of order 1 between Dirichlet ends
  const double largest_z = stiffness_coefficient * *std::ranges::max_element(eigenvalues);
  const double scale = 1 / (std::ranges::max(shifts) + largest_z);
  const int n_lines = static_cast<int>(shifts.size());
  double scaled[max_strip];
  std::fill_n(scaled, batch_, 1.0);  // of lanes without a line
  for (int l = 0; l < n_lines; ++l) scaled[l] = scale * shifts[l];
  for (int m = 0; m < z_->size(); ++m) {
    divide_lanes(scaled, scale * stiffness_coefficient * eigenvalues[m], scale, modes + m * stride_,
                 batch_);
  }
}

}  // namespace lobatto::direct
