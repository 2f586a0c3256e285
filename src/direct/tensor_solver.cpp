#include "direct/tensor_solver.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "direct/column_transpose.hpp"
#include "direct/lane_transform.hpp"
#include "direct/line_ends.hpp"
#include "direct/line_transform.hpp"
#include "direct/plane_transpose.hpp"
#include "direct/slab_solve.hpp"
#include "direct/strides.hpp"
#include "direct/x_pass.hpp"
#include "direct/z_solve.hpp"

namespace lobatto::direct {
namespace {

const poly::LineConditions& checked(const mesh::BoxMesh& mesh, const BoxConditions& conditions,
                                    int direction) {
  const mesh::Axis& axis = mesh.axes[direction];
  const poly::LineConditions& ends = conditions[direction];
  const auto periodic = poly::EndCondition::periodic;
  if ((ends.lower == periodic) != axis.periodic || (ends.upper == periodic) != axis.periodic) {
    throw base::Error(std::string("conditions in ") + "xyz"[direction] +
                      " do not fit the axis: periodic at one of them only");
  }
  return ends;
}

std::shared_ptr<const LineTransform> make_line(const mesh::BoxMesh& mesh,
                                               const BoxConditions& conditions, int direction,
                                               double flops_per_byte) {
  const poly::LineConditions& ends = checked(mesh, conditions, direction);
  return std::make_shared<const LineTransform>(mesh.axes[direction].ticks, mesh.order, ends,
                                               flops_per_byte);
}

}  // namespace

// Symbols: f is gathered column by column into x lines, F(x, y, z) -> S_x^T F, kept as planes [x
// mode][y][z]; each plane is finished by itself where a rank holds all of y and z:
//
//   plane -> S_y^T plane -> S_z diag(...) S_z^T (...) -> S_y (...),
//
// before S_x takes the planes back to element columns. Ranks that have parts of the same columns
// first deal out their y nodes among them. With more ranks in y the planes are dealt out before;
// with more ranks in z every one keeps its slab, and the lines are condensed to the ends of the
// slabs between the y transform and its way back.
class TensorSolver::Implementation {
 public:
  Implementation(const mesh::BoxMesh& mesh, const BoxConditions& conditions,
                 const comm::Communicator& communicator, std::shared_ptr<Workspace> workspace);

  /// The right-hand side of this rank's part of an element column, and, for the cache, of the one
  /// after or null.
  struct Column {
    const double* values;
    const double* next;
  };
  /// column_of(c, after): the Column of local column c, where `after` will be asked for next.
  template <class ColumnOf>
  void solve(double mass_coefficient, double stiffness_coefficient, ColumnOf&& column_of,
             std::span<double> u);

  [[nodiscard]] double* column_buffer() { return workspace_->buffers.column.data(); }
  [[nodiscard]] std::size_t column_size() const { return column_size_; }
  [[nodiscard]] double flops() const;
  [[nodiscard]] double bytes() const;
  [[nodiscard]] std::string description() const;
  [[nodiscard]] double transpose_seconds() const { return transpose_seconds_; }

 private:
  struct Coefficients {
    double mass, stiffness;
  };

  void reserve_buffers();
  template <class ColumnOf>
  void x_forward(ColumnOf&& column_of);
  template <class ColumnOf>
  void x_forward_of_parts(ColumnOf&& column_of);
  void x_backward(std::span<double> u);
  void x_backward_to_parts(std::span<double> u);
  template <class Use>
  void for_parts(Use&& use) const;

  void solve_planes(const Coefficients& c);
  void solve_plane(const Coefficients& c, int x_mode, double* plane);
  void solve_slabs(const Coefficients& c);
  void find_shifts(const Coefficients& c, int x_mode);
  void y_forward(double* plane);
  void y_backward(double* plane);
  [[nodiscard]] int column_at(int e_y, int e_z) const { return e_z * local_.n_y() + e_y; }
  [[nodiscard]] int column_after(int e_y, int e_z) const;
  [[nodiscard]] double shift(const Coefficients& c, int x_mode, int y_mode) const;
  [[nodiscard]] int null_line(const Coefficients& c, int x_mode) const;

  double* take_plane(int p);
  double* plane_to_fill(int p);
  void give_back_plane(int p);

  [[nodiscard]] double* mode_plane(int x_mode) {
    return workspace_->buffers.modes.data() + x_mode * plane_stride_;
  }
  [[nodiscard]] int n_y_nodes() const { return y_nodes_.n_nodes; }
  [[nodiscard]] int n_z_nodes() const { return z_nodes_.n_nodes; }
  [[nodiscard]] std::size_t plane_size() const {
    return static_cast<std::size_t>(n_y_nodes()) * row_stride_;
  }

  mesh::ElementRange local_;
  std::shared_ptr<Workspace> workspace_;
  std::shared_ptr<PencilExchanges> exchanges_;
  NodeWindow y_nodes_, z_nodes_;  // of this rank's elements
  bool whole_z_;                  // this rank holds whole z lines from the start
  std::shared_ptr<const LineTransform> x_, y_;
  LineLayout z_;
  Share x_modes_;  // whose planes this rank finishes
  int n_lanes_;    // z values of the x and y transforms: the unknowns, or all nodes of this rank
  std::size_t row_stride_;   // of a plane [y node][row_stride]
  std::size_t column_size_;  // of this rank's part
  std::size_t plane_stride_;
  XPass x_pass_;
  std::size_t line_stride_;
  LaneTransform y_lanes_;
  std::optional<ZSolve> z_solve_;                    // of whole lines
  std::optional<SlabSolve> slabs_;                   // with more than one rank in z
  std::vector<double> shifts_;                       // of the lines of a plane
  std::optional<ColumnTranspose> column_transpose_;  // with more than one rank in x
  std::optional<PlaneTranspose> plane_transpose_;    // with more than one rank in x and y
  double transpose_seconds_ = 0;
};

TensorSolver::Implementation::Implementation(const mesh::BoxMesh& mesh,
                                             const BoxConditions& conditions,
                                             const comm::Communicator& communicator,
                                             std::shared_ptr<Workspace> workspace)
    : local_(mesh.local),
      workspace_(workspace ? std::move(workspace) : std::make_shared<Workspace>()),
      exchanges_(workspace_->exchanges(mesh, communicator)),
      y_nodes_(exchanges_->shape().y_window(exchanges_->shape().y_member(communicator.rank()))),
      z_nodes_(exchanges_->shape().z_window(mesh.grid.z_coordinate(communicator.rank()))),
      whole_z_(!exchanges_->z),
      x_(make_line(mesh, conditions, 0, workspace_->flops_per_byte())),
      y_(make_line(mesh, conditions, 1, workspace_->flops_per_byte())),
      z_(mesh.axes[2].n_elements(), mesh.order, checked(mesh, conditions, 2)),
      x_modes_(share_of(x_->size(), exchanges_->shape().n_y_members(),
                        exchanges_->shape().y_member(communicator.rank()))),
      n_lanes_(whole_z_ ? z_.n_unknowns : n_z_nodes()),
      row_stride_(whole_cache_lines(static_cast<std::size_t>(n_lanes_))),
      column_size_(static_cast<std::size_t>(mesh.local.n_x()) * mesh.n_nodes() * mesh.n_nodes() *
                   mesh.n_nodes()),
      plane_stride_(stride_for(plane_size())),
      x_pass_(mesh, x_, exchanges_->shape().sheet_rows(mesh.grid.x_coordinate(communicator.rank())),
              {z_, whole_z_, n_lanes_, row_stride_, plane_stride_}),
      line_stride_(stride_for(static_cast<std::size_t>(n_lanes_))),
      y_lanes_(y_, {1, n_lanes_, 0, 0, row_stride_, line_stride_}),
      shifts_(static_cast<std::size_t>(y_->size())) {
  const PencilShape& shape = exchanges_->shape();
  const int rank = communicator.rank();
  if (exchanges_->x) {
    const std::size_t n = mesh.n_nodes();
    Workspace::reserve(workspace_->buffers.column, mesh.n_x() * n * n * n);
    column_transpose_.emplace(*exchanges_->x, shape, mesh.grid.x_coordinate(rank));
  }
  if (exchanges_->y)
    plane_transpose_.emplace(*exchanges_->y, shape, shape.y_member(rank), x_->size(), row_stride_);
  if (exchanges_->z) {
    slabs_.emplace(*exchanges_->z, mesh, conditions[2], mesh.grid.z_coordinate(rank), x_modes_.size,
                   y_->size());
  } else {
    z_solve_.emplace(mesh.axes[2].ticks, mesh.order, conditions[2], y_->size(),
                     workspace_->flops_per_byte());
  }
  reserve_buffers();
}

void TensorSolver::Implementation::reserve_buffers() {
  Workspace::Buffers& buffers = workspace_->buffers;
  Workspace::reserve(buffers.modes, plane_stride_ * static_cast<std::size_t>(x_->size()));
  Workspace::reserve(buffers.slab, x_pass_.columns().size());
  Workspace::reserve(buffers.column, column_size_);
  Workspace::reserve(buffers.plane, static_cast<std::size_t>(y_->layout().n_nodes) * row_stride_);
  Workspace::reserve(buffers.lines, line_stride_ * static_cast<std::size_t>(y_->size()));
  Workspace::reserve(buffers.scratch,
                     std::max({x_pass_.scratch_size(), y_lanes_.scratch_size(),
                               slabs_ ? slabs_->scratch_size() : z_solve_->scratch_size()}));
  if (slabs_) Workspace::reserve(buffers.slabs, slabs_->kept_size());
}

template <class ColumnOf>
void TensorSolver::Implementation::solve(double mass_coefficient, double stiffness_coefficient,
                                         ColumnOf&& column_of, std::span<double> u) {
  const Coefficients c{mass_coefficient, stiffness_coefficient};
  x_forward(column_of);
  if (plane_transpose_) {
    transpose_seconds_ += plane_transpose_->deal_out(mode_plane(0), plane_stride_);
  }
  if (slabs_) {
    solve_slabs(c);
  } else {
    solve_planes(c);
  }
  if (plane_transpose_) {
    transpose_seconds_ += plane_transpose_->collect(mode_plane(0), plane_stride_);
  }
  x_backward(u);
}

template <class ColumnOf>
void TensorSolver::Implementation::x_forward(ColumnOf&& column_of) {
  if (column_transpose_) return x_forward_of_parts(column_of);
  Workspace::Buffers& buffers = workspace_->buffers;
  double* const slab = buffers.slab.data();
  const auto deposit = [&](const SheetRow& row, int e_z) {
    const Column column = column_of(column_at(row.element, e_z), column_after(row.element, e_z));
    x_pass_.columns().deposit(column.values, e_z, row, column.next, slab);
  };
  x_pass_.forward(deposit, slab, buffers.modes.data(), buffers.scratch.data());
}

template <class ColumnOf>
void TensorSolver::Implementation::x_forward_of_parts(ColumnOf&& column_of) {
  Workspace::Buffers& buffers = workspace_->buffers;
  double *const slab = buffers.slab.data(), *const column = buffers.column.data();
  for_parts([&](int e_y, int e_z) {
    const int part = column_at(e_y, e_z);
    column_transpose_->put_part(e_y, e_z, column_of(part, part).values);
  });
  transpose_seconds_ += column_transpose_->deal_out();
  const auto deposit = [&](const SheetRow& row, int e_z) {
    column_transpose_->get_column(row, e_z, column);
    x_pass_.columns().deposit(column, e_z, row, nullptr, slab);
  };
  x_pass_.forward(deposit, slab, buffers.modes.data(), buffers.scratch.data());
}

/// The columns of which this rank has a part: none where there are more ranks along x than
/// elements.
template <class Use>
void TensorSolver::Implementation::for_parts(Use&& use) const {
  for (int e_z = 0; local_.n_x() > 0 && e_z < local_.n_z(); ++e_z)
    for (int e_y = 0; e_y < local_.n_y(); ++e_y) use(e_y, e_z);
}

/// Columns are taken with z running fastest; the last is its own successor.
int TensorSolver::Implementation::column_after(int e_y, int e_z) const {
  if (e_z + 1 < local_.n_z()) return column_at(e_y, e_z + 1);
  return e_y + 1 < local_.n_y() ? column_at(e_y + 1, 0) : column_at(e_y, e_z);
}

void TensorSolver::Implementation::x_backward(std::span<double> u) {
  if (column_transpose_) return x_backward_to_parts(u);
  Workspace::Buffers& buffers = workspace_->buffers;
  double* const slab = buffers.slab.data();
  const auto extract = [&](const SheetRow& row, int e_z) {
    x_pass_.columns().extract(slab, e_z, row, u.data() + column_at(row.element, e_z) * column_size_,
                              u.data() + column_after(row.element, e_z) * column_size_);
  };
  x_pass_.backward(buffers.modes.data(), slab, buffers.scratch.data(), extract);
}

void TensorSolver::Implementation::x_backward_to_parts(std::span<double> u) {
  Workspace::Buffers& buffers = workspace_->buffers;
  double *const slab = buffers.slab.data(), *const column = buffers.column.data();
  const auto extract = [&](const SheetRow& row, int e_z) {
    x_pass_.columns().extract(slab, e_z, row, column, column);
    column_transpose_->put_column(row, e_z, column);
  };
  x_pass_.backward(buffers.modes.data(), slab, buffers.scratch.data(), extract);
  transpose_seconds_ += column_transpose_->collect();
  for_parts([&](int e_y, int e_z) {
    column_transpose_->get_part(e_y, e_z, u.data() + column_at(e_y, e_z) * column_size_);
  });
}

double TensorSolver::Implementation::shift(const Coefficients& c, int x_mode, int y_mode) const {
  return c.mass + c.stiffness * (x_->eigenvalues()[x_mode] + y_->eigenvalues()[y_mode]);
}

/// The y mode whose line holds the null vector of a singular operator; -1 where there is none.
int TensorSolver::Implementation::null_line(const Coefficients& c, int x_mode) const {
  const bool singular = c.mass == 0 && z_.has_constant_mode() && y_->constant_mode() >= 0;
  return singular && x_mode == x_->constant_mode() ? y_->constant_mode() : -1;
}

/// The plane of an x mode, with all its y nodes.
double* TensorSolver::Implementation::take_plane(int p) {
  if (!plane_transpose_) return mode_plane(x_modes_.begin + p);
  plane_transpose_->gather(p, workspace_->buffers.plane.data());
  return workspace_->buffers.plane.data();
}

/// The same memory to be filled with the solution, and given back when it is.
double* TensorSolver::Implementation::plane_to_fill(int p) {
  return plane_transpose_ ? workspace_->buffers.plane.data() : mode_plane(x_modes_.begin + p);
}
void TensorSolver::Implementation::give_back_plane(int p) {
  if (plane_transpose_) plane_transpose_->scatter(p, workspace_->buffers.plane.data());
}

void TensorSolver::Implementation::solve_planes(const Coefficients& c) {
  for (int p = 0; p < x_modes_.size; ++p) {
    solve_plane(c, x_modes_.begin + p, take_plane(p));
    give_back_plane(p);
  }
}

void TensorSolver::Implementation::solve_plane(const Coefficients& c, int x_mode, double* plane) {
  y_forward(plane);
  find_shifts(c, x_mode);
  (*z_solve_)(workspace_->buffers.lines.data(), line_stride_, shifts_, c.stiffness,
              null_line(c, x_mode), workspace_->buffers.scratch.data());
  y_backward(plane);
}

void TensorSolver::Implementation::y_forward(double* plane) {
  gather_ends(y_->layout(), plane, row_stride_, n_lanes_);
  y_lanes_.forward(plane + y_->layout().first_unknown * row_stride_,
                   workspace_->buffers.lines.data(), workspace_->buffers.scratch.data());
}

void TensorSolver::Implementation::y_backward(double* plane) {
  y_lanes_.backward(workspace_->buffers.lines.data(),
                    plane + y_->layout().first_unknown * row_stride_,
                    workspace_->buffers.scratch.data());
  scatter_ends(y_->layout(), plane, row_stride_, n_lanes_);
}

void TensorSolver::Implementation::solve_slabs(const Coefficients& c) {
  Workspace::Buffers& buffers = workspace_->buffers;
  double *const lines = buffers.lines.data(), *const kept = buffers.slabs.data(),
                *const scratch = buffers.scratch.data();
  slabs_->begin(c.mass, c.stiffness);
  for (int p = 0; p < x_modes_.size; ++p) {
    const int x_mode = x_modes_.begin + p;
    y_forward(take_plane(p));
    find_shifts(c, x_mode);
    slabs_->condense(p, shifts_, null_line(c, x_mode), lines, line_stride_, kept, scratch);
  }
  transpose_seconds_ += slabs_->exchange(scratch);
  for (int p = 0; p < x_modes_.size; ++p) {
    const int x_mode = x_modes_.begin + p;
    find_shifts(c, x_mode);
    slabs_->substitute(p, shifts_, null_line(c, x_mode), lines, line_stride_, kept, scratch);
    y_backward(plane_to_fill(p));
    give_back_plane(p);
  }
}

/// Of the lines of an x mode.
void TensorSolver::Implementation::find_shifts(const Coefficients& c, int x_mode) {
  for (int m = 0; m < y_->size(); ++m) shifts_[m] = shift(c, x_mode, m);
}

double TensorSolver::Implementation::flops() const {
  const double x_lanes = 1.0 * n_y_nodes() * n_lanes_;
  const double n_lines = 1.0 * x_modes_.size * y_->size();
  return 2 * x_->flops() * x_lanes + 2 * y_lanes_.flops() * x_modes_.size +
         (slabs_ ? slabs_->flops() : z_solve_->flops()) * n_lines;
}

double TensorSolver::Implementation::bytes() const {
  const double fields =
      (column_transpose_ ? 10.0 : 2.0) * static_cast<double>(column_size_) * local_.n_columns();
  const double modes = 1.0 * n_y_nodes() * n_lanes_ * x_->size();
  const double passes = 4 + (plane_transpose_ ? 4 : 0) + (slabs_ ? 2 : 0);
  return 8 * (fields + passes * modes);
}

std::string TensorSolver::Implementation::description() const {
  return "x " + x_->description() + ", y " + y_->description() + ", z " +
         (slabs_ ? slabs_->description() : z_solve_->description());
}

TensorSolver::TensorSolver(const mesh::BoxMesh& mesh, const BoxConditions& conditions,
                           const comm::Communicator& communicator,
                           std::shared_ptr<Workspace> workspace)
    : implementation_(
          std::make_unique<Implementation>(mesh, conditions, communicator, std::move(workspace))) {}
TensorSolver::~TensorSolver() = default;
TensorSolver::TensorSolver(TensorSolver&&) noexcept = default;

void TensorSolver::solve(double mass_coefficient, double stiffness_coefficient, ColumnSource rhs,
                         std::span<double> u) {
  double* const buffer = implementation_->column_buffer();
  const auto column_of = [&](int column, int) {
    rhs(column, buffer);
    return Implementation::Column{buffer, nullptr};
  };
  implementation_->solve(mass_coefficient, stiffness_coefficient, column_of, u);
}

void TensorSolver::solve(double mass_coefficient, double stiffness_coefficient,
                         std::span<const double> rhs, std::span<double> u) {
  const auto column_of = [&](int column, int after) {
    const std::size_t size = implementation_->column_size();
    return Implementation::Column{rhs.data() + column * size, rhs.data() + after * size};
  };
  implementation_->solve(mass_coefficient, stiffness_coefficient, column_of, u);
}

double TensorSolver::flops() const { return implementation_->flops(); }
double TensorSolver::bytes() const { return implementation_->bytes(); }
std::string TensorSolver::description() const { return implementation_->description(); }
double TensorSolver::transpose_seconds() const { return implementation_->transpose_seconds(); }

}  // namespace lobatto::direct
