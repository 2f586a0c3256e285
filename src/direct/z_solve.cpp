#include "direct/z_solve.hpp"

#include <algorithm>
#include <utility>

#include "direct/lane_transform.hpp"
#include "direct/line_ends.hpp"
#include "direct/line_method.hpp"
#include "direct/transposition.hpp"

namespace lobatto::direct {
namespace {

/// A few lines of many elements still fill the registers of the products.
constexpr int fewest_condensed = 32;

}  // namespace

ZSolve::ZSolve(std::span<const double> ticks, int order, const poly::LineConditions& conditions,
               bool unknowns_only, int n_lines)
    : ZSolve([&] {
        if (choose_line(ticks, order, conditions, true).method == LineMethod::condensed)
          return ZSolve(std::make_shared<const CondensedLine>(ticks, order, conditions),
                        unknowns_only, n_lines);
        return ZSolve(std::make_shared<const LineTransform>(ticks, order, conditions),
                      unknowns_only, n_lines);
      }()) {}

ZSolve::ZSolve(std::shared_ptr<const LineTransform> z, bool unknowns_only, int n_lines)
    : ZSolve(z->layout(), unknowns_only, even_strip(n_lines, longest_strip(z->size()))) {
  lanes_ = make_modal_lanes(std::move(z), batch_, stride_);
}

ZSolve::ZSolve(std::shared_ptr<const CondensedLine> z, bool unknowns_only, int n_lines)
    : ZSolve(
          z->layout(), unknowns_only,
          even_strip(n_lines, std::max(fewest_condensed, longest_strip(z->layout().n_unknowns)))) {
  lanes_ = make_condensed_lanes(std::move(z), batch_, stride_);
}

std::size_t ZSolve::scratch_size() const {
  return static_cast<std::size_t>(layout_.n_nodes) * stride_ + lanes_->scratch_size();
}

void ZSolve::operator()(std::span<const LinePiece> pieces, std::span<const double> shifts,
                        double stiffness_coefficient, int null_line, double* scratch) const {
  double* const nodes = scratch;
  double* const work = nodes + static_cast<std::size_t>(layout_.n_nodes) * stride_;
  for (std::size_t first = 0; first < shifts.size(); first += static_cast<std::size_t>(batch_)) {
    const auto batch = shifts.subspan(first, std::min<std::size_t>(batch_, shifts.size() - first));
    const int n_lines = static_cast<int>(batch.size());
    gather(pieces, first, n_lines, nodes);
    const int null_lane = null_line - static_cast<int>(first);
    const bool is_here = null_line >= 0 && null_lane >= 0 && null_lane < n_lines;
    lanes_->solve(batch, stiffness_coefficient, is_here ? null_lane : -1, nodes, work);
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
  if (!unknowns_only_) gather_ends(layout_, nodes, stride_, n_lines);
}

void ZSolve::scatter(std::span<const LinePiece> pieces, std::size_t first_line, int n_lines,
                     double* nodes) const {
  if (!unknowns_only_) scatter_ends(layout_, nodes, stride_, n_lines);
  for (const LinePiece& piece : pieces) {
    const double* const first_node = nodes + static_cast<std::size_t>(piece.first_node) * stride_;
    transpose(first_node, stride_, piece.n_nodes, n_lines, piece.out + first_line * piece.stride,
              piece.stride);
  }
}

}  // namespace lobatto::direct
