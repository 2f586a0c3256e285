#include "direct/directions/z_solve.hpp"

#include <algorithm>
#include <utility>

#include "direct/exchange/transposition.hpp"
#include "direct/lines/condensed_lanes.hpp"
#include "direct/lines/lane_transform.hpp"
#include "direct/lines/line_method.hpp"

namespace lobatto::direct {

ZSolve::ZSolve(std::span<const double> ticks, int order, const poly::LineConditions& conditions,
               int n_lines, double flops_per_byte)
    : ZSolve([&] {
        const auto choice = choose_line(ticks, order, conditions, true, flops_per_byte);
        if (choice.method == LineMethod::condensed)
          return ZSolve(std::make_shared<const CondensedLine>(ticks, order, conditions), n_lines);
        return ZSolve(
            std::make_shared<const LineTransform>(ticks, order, conditions, flops_per_byte),
            n_lines);
      }()) {}

ZSolve::ZSolve(std::shared_ptr<const LineTransform> z, int n_lines)
    : ZSolve(z->layout(), even_strip(n_lines, longest_strip(z->size()))) {
  lanes_ = make_modal_lanes(std::move(z), batch_, stride_);
}

ZSolve::ZSolve(std::shared_ptr<const CondensedLine> z, int n_lines)
    : ZSolve(z->layout(), condensed_batch(n_lines, z->layout())) {
  lanes_ = std::make_unique<CondensedLanes>(std::move(z), batch_, stride_);
}

std::size_t ZSolve::scratch_size() const {
  return static_cast<std::size_t>(layout_.n_nodes) * stride_ + lanes_->scratch_size();
}

void ZSolve::operator()(double* lines, std::size_t stride, std::span<const double> shifts,
                        double stiffness_coefficient, int null_line, double* scratch) const {
  double* const nodes = scratch;
  double* const unknowns = nodes + static_cast<std::size_t>(layout_.first_unknown) * stride_;
  double* const work = nodes + static_cast<std::size_t>(layout_.n_nodes) * stride_;
  for (std::size_t first = 0; first < shifts.size(); first += static_cast<std::size_t>(batch_)) {
    const auto batch = shifts.subspan(first, std::min<std::size_t>(batch_, shifts.size() - first));
    const int n_lines = static_cast<int>(batch.size());
    transpose(lines + first * stride, stride, n_lines, layout_.n_unknowns, unknowns, stride_);
    const int null_lane = null_line - static_cast<int>(first);
    const bool is_here = null_line >= 0 && null_lane >= 0 && null_lane < n_lines;
    lanes_->solve(batch, stiffness_coefficient, is_here ? null_lane : -1, nodes, work);
    transpose(unknowns, stride_, layout_.n_unknowns, n_lines, lines + first * stride, stride);
  }
}

}  // namespace lobatto::direct
