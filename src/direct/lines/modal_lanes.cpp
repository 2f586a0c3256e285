#include <algorithm>
#include <utility>

#include "direct/lines/lane_solver.hpp"
#include "direct/lines/lane_transform.hpp"

namespace lobatto::direct {
namespace {

/// x[l] *= scale / (shift[l] + part), where the divisor is in (0, 1]. A vector division of
/// doubles takes as long as 30 products; one of floats and a step of third order, r (1 + e + e^2)
/// with e = 1 - d r, give the same to the last bit or two in a third of the time.
void divide_lanes(const double* __restrict shift, double part, double scale, double* __restrict x,
                  int n) {
  for (int l = 0; l < n; ++l) {
    const double d = shift[l] + part;
    const double r = static_cast<double>(1.0F / static_cast<float>(d));
    const double e = 1 - d * r;
    x[l] *= scale * (r + r * (e + e * e));
  }
}

/// u = S diag(1 / (shift_l + nu lambda)) S^T f
class ModalLanes final : public LaneSolver {
 public:
  ModalLanes(std::shared_ptr<const LineTransform> line, int batch, std::size_t stride)
      : line_(std::move(line)),
        batch_(batch),
        stride_(stride),
        lanes_(line_, LaneLayout{1, batch, 0, 0, stride, stride}) {}

  void solve(std::span<const double> shifts, double nu, int null_lane, double* nodes,
             double* scratch) const override {
    double* const unknowns = nodes + line_->layout().first_unknown * stride_;
    double* const modes = scratch;
    double* const folded = modes + static_cast<std::size_t>(line_->size()) * stride_;
    lanes_.forward(unknowns, modes, folded);
    divide(shifts, nu, modes);
    if (null_lane >= 0) modes[line_->constant_mode() * stride_ + null_lane] = 0;
    lanes_.backward(modes, unknowns, folded);
  }
  [[nodiscard]] std::size_t scratch_size() const override {
    return static_cast<std::size_t>(line_->size()) * stride_ + lanes_.scratch_size();
  }
  [[nodiscard]] double flops() const override { return 2 * line_->flops() + 8.0 * line_->size(); }
  [[nodiscard]] std::string description() const override { return line_->description(); }

 private:
  void divide(std::span<const double> shifts, double nu, double* modes) const {
    const auto eigenvalues = line_->eigenvalues();
    if (eigenvalues.empty()) return;  // one element of order 1 between Dirichlet ends
    const double largest = nu * *std::ranges::max_element(eigenvalues);
    const double scale = 1 / (std::ranges::max(shifts) + largest);
    double scaled[max_strip];
    std::fill_n(scaled, batch_, 1.0);  // of lanes without a line
    for (std::size_t l = 0; l < shifts.size(); ++l) scaled[l] = scale * shifts[l];
    for (int m = 0; m < line_->size(); ++m)
      divide_lanes(scaled, scale * nu * eigenvalues[m], scale, modes + m * stride_, batch_);
  }

  std::shared_ptr<const LineTransform> line_;
  int batch_;
  std::size_t stride_;
  LaneTransform lanes_;
};

}  // namespace

std::unique_ptr<LaneSolver> make_modal_lanes(std::shared_ptr<const LineTransform> line, int batch,
                                             std::size_t stride) {
  return std::make_unique<ModalLanes>(std::move(line), batch, stride);
}

}  // namespace lobatto::direct
