#include "direct/directions/plane_solve.hpp"

#include <algorithm>
#include <utility>

#include "direct/cache_lines.hpp"
#include "direct/lines/line_ends.hpp"

namespace lobatto::direct {
namespace {

/// Planes of all modes that take no more are in the second cache still when the last one is there.
constexpr std::size_t most_cached_values = 256 * 1024;

}  // namespace

PlaneSolve::PlaneSolve(const mesh::BoxMesh& mesh, const BoxConditions& conditions,
                       const comm::Communicator& communicator,
                       std::shared_ptr<const LineTransform> x, Workspace& workspace,
                       PencilExchanges& exchanges)
    : workspace_(workspace),
      y_nodes_(exchanges.shape().y_window(exchanges.shape().y_member(communicator.rank()))),
      z_nodes_(exchanges.shape().z_window(mesh.grid.z_coordinate(communicator.rank()))),
      is_flat_(mesh.is_plane),
      whole_z_(!exchanges.z),
      x_(std::move(x)),
      // A periodic element of order 1 has the one mode of a plane.
      y_(std::make_shared<const LineTransform>(mesh.axes[1].ticks, is_flat_ ? 1 : mesh.order,
                                               conditions[1], workspace.flops_per_byte())),
      z_(mesh.axes[2].n_elements(), mesh.order, conditions[2]),
      x_modes_(share_of(x_->size(), exchanges.shape().n_y_members(),
                        exchanges.shape().y_member(communicator.rank()))),
      n_lanes_(whole_z_ ? z_.n_unknowns : z_nodes_.n_nodes),
      row_stride_(whole_cache_lines(static_cast<std::size_t>(n_lanes_))),
      plane_stride_(stride_for(plane_size())),
      line_stride_(stride_for(static_cast<std::size_t>(n_lanes_))),
      y_lanes_(y_, {1, n_lanes_, 0, 0, row_stride_, line_stride_}),
      shifts_(static_cast<std::size_t>(y_->size())) {
  const PencilShape& shape = exchanges.shape();
  const int rank = communicator.rank();
  if (exchanges.y)
    plane_transpose_.emplace(*exchanges.y, shape, shape.y_member(rank), x_->size(), row_stride_);
  if (exchanges.z) {
    slabs_.emplace(*exchanges.z, mesh, conditions[2], mesh.grid.z_coordinate(rank), x_modes_.size,
                   y_->size());
  } else {
    z_solve_.emplace(mesh.axes[2].ticks, mesh.order, conditions[2], y_->size(),
                     workspace.flops_per_byte());
  }
  reserve_buffers();
}

void PlaneSolve::reserve_buffers() {
  Workspace::Buffers& buffers = workspace_.buffers;
  Workspace::reserve(buffers.modes, plane_stride_ * static_cast<std::size_t>(x_->size()));
  Workspace::reserve(buffers.plane, static_cast<std::size_t>(y_->layout().n_nodes) * row_stride_);
  Workspace::reserve(buffers.lines, line_stride_ * static_cast<std::size_t>(y_->size()));
  Workspace::reserve(buffers.scratch,
                     std::max(y_lanes_.scratch_size(),
                              slabs_ ? slabs_->scratch_size() : z_solve_->scratch_size()));
}

void PlaneSolve::begin(const Coefficients& c, int n_problems) {
  c_ = c;
  n_problems_ = n_problems;
  next_ = 0;
  if (!slabs_) return;
  Workspace::reserve(workspace_.buffers.slabs, n_problems * slabs_->kept_size());
  slabs_->begin(c.mass, c.stiffness, n_problems);
}

void PlaneSolve::solve_next(base::FunctionRef<void(int)> take) {
  const int problem = next_++;
  if (!slabs_) {
    solve_planes();
    take(problem);
    return;
  }
  condense_planes(problem);
  if (next_ < n_problems_) return;
  transpose_seconds_ += slabs_->exchange(workspace_.buffers.scratch.data());
  for (int i = 0; i < n_problems_; ++i) {
    substitute_planes(i);
    take(i);
  }
}

/// With more ranks in y, planes whose modes are this rank's come from all of them.
void PlaneSolve::deal_out() {
  if (plane_transpose_)
    transpose_seconds_ += plane_transpose_->deal_out(mode_plane(0), plane_stride_);
}
void PlaneSolve::collect() {
  if (plane_transpose_)
    transpose_seconds_ += plane_transpose_->collect(mode_plane(0), plane_stride_);
}

/// The plane of an x mode, with all its y nodes, in cache.
double* PlaneSolve::take_plane(int p) {
  if (!plane_transpose_) {
    double* const plane = mode_plane(x_modes_.begin + p);
    if (plane_stride_ * x_modes_.size > most_cached_values) read_through(plane, plane_size());
    return plane;
  }
  plane_transpose_->gather(p, workspace_.buffers.plane.data());
  return workspace_.buffers.plane.data();
}

/// The same memory to be filled with the solution, and given back when it is.
double* PlaneSolve::plane_to_fill(int p) {
  return plane_transpose_ ? workspace_.buffers.plane.data() : mode_plane(x_modes_.begin + p);
}
void PlaneSolve::give_back_plane(int p) {
  if (plane_transpose_) plane_transpose_->scatter(p, workspace_.buffers.plane.data());
}

void PlaneSolve::solve_planes() {
  deal_out();
  Workspace::Buffers& buffers = workspace_.buffers;
  for (int p = 0; p < x_modes_.size; ++p) {
    const int x_mode = x_modes_.begin + p;
    double* const plane = take_plane(p);
    y_forward(plane);
    find_shifts(x_mode);
    (*z_solve_)(buffers.lines.data(), line_stride_, shifts_, c_.stiffness, null_line(x_mode),
                buffers.scratch.data());
    y_backward(plane);
    give_back_plane(p);
  }
  collect();
}

void PlaneSolve::condense_planes(int problem) {
  deal_out();
  Workspace::Buffers& buffers = workspace_.buffers;
  for (int p = 0; p < x_modes_.size; ++p) {
    const int x_mode = x_modes_.begin + p;
    y_forward(take_plane(p));
    find_shifts(x_mode);
    slabs_->condense({problem, p}, {shifts_, null_line(x_mode)},
                     {buffers.lines.data(), line_stride_}, buffers.slabs.data(),
                     buffers.scratch.data());
  }
}

void PlaneSolve::substitute_planes(int problem) {
  Workspace::Buffers& buffers = workspace_.buffers;
  for (int p = 0; p < x_modes_.size; ++p) {
    const int x_mode = x_modes_.begin + p;
    find_shifts(x_mode);
    slabs_->substitute({problem, p}, {shifts_, null_line(x_mode)},
                       {buffers.lines.data(), line_stride_}, buffers.slabs.data(),
                       buffers.scratch.data());
    y_backward(plane_to_fill(p));
    give_back_plane(p);
  }
  collect();
}

void PlaneSolve::y_forward(double* plane) {
  if (!is_flat_) gather_ends(y_->layout(), plane, row_stride_, n_lanes_);
  y_lanes_.forward(plane + y_->layout().first_unknown * row_stride_,
                   workspace_.buffers.lines.data(), workspace_.buffers.scratch.data());
}

void PlaneSolve::y_backward(double* plane) {
  y_lanes_.backward(workspace_.buffers.lines.data(),
                    plane + y_->layout().first_unknown * row_stride_,
                    workspace_.buffers.scratch.data());
  if (!is_flat_) scatter_ends(y_->layout(), plane, row_stride_, n_lanes_);
}

/// Of the lines of an x mode: sigma + nu (lambda_x + lambda_y).
void PlaneSolve::find_shifts(int x_mode) {
  for (int m = 0; m < y_->size(); ++m)
    shifts_[m] = c_.mass + c_.stiffness * (x_->eigenvalues()[x_mode] + y_->eigenvalues()[m]);
}

/// The y mode whose line holds the null vector of a singular operator; -1 where there is none.
int PlaneSolve::null_line(int x_mode) const {
  const bool singular = c_.mass == 0 && z_.has_constant_mode() && y_->constant_mode() >= 0;
  return singular && x_mode == x_->constant_mode() ? y_->constant_mode() : -1;
}

LineWork PlaneSolve::line_work() const {
  return {.y = y_->flops(), .z = slabs_ ? slabs_->flops() : z_solve_->flops()};
}

std::string PlaneSolve::description_of_z() const {
  return slabs_ ? slabs_->description() : z_solve_->description();
}

}  // namespace lobatto::direct
