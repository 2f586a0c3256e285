#include "direct/tensor_solver.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "direct/directions/plane_solve.hpp"
#include "direct/directions/x_pass.hpp"
#include "direct/exchange/column_transpose.hpp"
#include "direct/lines/line_transform.hpp"
#include "direct/solver_frame.hpp"
#include "kernels/element_shape.hpp"

namespace lobatto::direct {
namespace {

void check_conditions(const mesh::BoxMesh& mesh, const BoxConditions& conditions) {
  const auto periodic = poly::EndCondition::periodic;
  for (int d = 0; d < 3; ++d) {
    const bool is_periodic = mesh.axes[d].periodic;
    if ((conditions[d].lower == periodic) != is_periodic ||
        (conditions[d].upper == periodic) != is_periodic) {
      throw base::Error(std::string("conditions in ") + "xyz"[d] +
                        " do not fit the axis: periodic at one of them only");
    }
  }
}

}  // namespace

// Symbols: f is gathered column by column into x lines, F(x, y, z) -> S_x^T F, kept as planes [x
// mode][y][z]; PlaneSolve finishes the planes, and S_x takes them back to element columns. Ranks
// that have parts of the same columns first deal out their y nodes among them. Here x, y and z are
// those of the solver (direct/solver_frame.hpp); columns of the right-hand side and of the solution
// are the mesh's.
class TensorSolver::Implementation {
 public:
  /// mesh, conditions: in the frame of the solver. range, last: of the mesh itself.
  Implementation(const mesh::BoxMesh& mesh, const BoxConditions& conditions,
                 const comm::Communicator& communicator, std::shared_ptr<Workspace> workspace,
                 const mesh::ElementRange& range, int last);

  void begin(const Coefficients& c, std::vector<std::span<double>> solutions);
  /// next: the column that follows, for the cache, or null.
  void put(int column, const double* f, const double* next);
  void finish();

  /// Of this rank, in the order in which they are put.
  [[nodiscard]] const std::vector<int>& columns() const { return columns_; }
  [[nodiscard]] std::size_t column_size() const { return range_.n_x() * element_size_; }
  [[nodiscard]] kernels::Cost cost() const;
  [[nodiscard]] std::string description() const;
  [[nodiscard]] double transpose_seconds() const {
    return transpose_seconds_ + planes_.transpose_seconds();
  }

 private:
  void put_in_slab(const double* f, const double* next);
  void put_part(const double* f);
  void transform_parts();
  void complete_problem();
  void x_backward(std::span<double> u);
  void x_backward_to_parts(std::span<double> u);
  template <class Use>
  void for_columns(int row, Use&& use) const;
  template <class Use>
  void for_elements(int at, Use&& use) const;
  [[nodiscard]] int n_columns() const { return static_cast<int>(columns_.size()); }
  [[nodiscard]] int n_columns_of_row() const { return last_ == 0 ? local_.n_x() : local_.n_z(); }

  mesh::ElementRange range_;  ///< of this rank, along x, y and z of the mesh
  mesh::ElementRange local_;
  int last_;                  ///< the direction of the mesh that is z
  std::vector<int> columns_;  ///< of the mesh, in the order of the x pass
  std::shared_ptr<Workspace> workspace_;
  std::shared_ptr<PencilExchanges> exchanges_;
  TensorShare share_;
  std::shared_ptr<const LineTransform> x_;
  std::size_t element_size_;
  PlaneSolve planes_;
  XPass x_pass_;
  std::optional<ColumnTranspose> column_transpose_;  // with more than one rank in x
  double transpose_seconds_ = 0;
  std::vector<std::span<double>> solutions_;  ///< of the solves that go on
  std::size_t n_complete_ = 0;                ///< of them, right-hand sides that are all in
  int n_put_ = 0;                             ///< columns of the next one
};

TensorSolver::Implementation::Implementation(const mesh::BoxMesh& mesh,
                                             const BoxConditions& conditions,
                                             const comm::Communicator& communicator,
                                             std::shared_ptr<Workspace> workspace,
                                             const mesh::ElementRange& range, int last)
    : range_(range),
      local_(mesh.local),
      last_(last),
      columns_(column_order(range, last)),
      workspace_(workspace ? std::move(workspace) : std::make_shared<Workspace>()),
      exchanges_(workspace_->exchanges(mesh, communicator)),
      share_(exchanges_->shape(), communicator.rank(), conditions),
      x_(std::make_shared<const LineTransform>(mesh.axes[0].ticks, mesh.order, conditions[0],
                                               workspace_->flops_per_byte())),
      element_size_(kernels::ElementShape(mesh.n_nodes(), mesh.is_plane).size()),
      planes_(mesh, conditions, communicator, x_, *workspace_, *exchanges_),
      x_pass_(mesh, x_, exchanges_->shape().sheet_rows(mesh.grid.x_coordinate(communicator.rank())),
              planes_.layout(), last) {
  Workspace::Buffers& buffers = workspace_->buffers;
  if (exchanges_->x) Workspace::reserve(buffers.column, mesh.n_x() * element_size_);
  Workspace::reserve(buffers.slab, x_pass_.columns().size());
  Workspace::reserve(buffers.scratch, x_pass_.scratch_size());
  if (exchanges_->x)
    column_transpose_.emplace(*exchanges_->x, exchanges_->shape(),
                              mesh.grid.x_coordinate(communicator.rank()), last);
}

void TensorSolver::Implementation::begin(const Coefficients& c,
                                         std::vector<std::span<double>> solutions) {
  solutions_ = std::move(solutions);
  n_complete_ = 0;
  n_put_ = 0;
  planes_.begin(c, static_cast<int>(solutions_.size()));
}

void TensorSolver::Implementation::put(int column, const double* f, const double* next) {
  if (n_complete_ == solutions_.size() || column != columns_[n_put_])
    throw std::logic_error("the direct solver takes element columns in their order");
  if (column_transpose_)
    put_part(f);
  else
    put_in_slab(f, next);
  if (++n_put_ == n_columns()) complete_problem();
}

/// A rank without elements has nothing to put and takes part all the same.
void TensorSolver::Implementation::finish() {
  while (n_complete_ < solutions_.size()) complete_problem();
}

void TensorSolver::Implementation::put_in_slab(const double* f, const double* next) {
  Workspace::Buffers& buffers = workspace_->buffers;
  double* const slab = buffers.slab.data();
  const int n_of_row = n_columns_of_row(), at = n_put_ % n_of_row;
  const SheetRow& row = x_pass_.rows()[n_put_ / n_of_row];
  if (at == 0) x_pass_.begin_row(row, slab);
  for_elements(at, [&](const ColumnSlab::Place& place, std::size_t offset) {
    x_pass_.columns().deposit(f + offset, place, row, next == nullptr ? nullptr : next + offset,
                              slab);
  });
  if (at + 1 == n_of_row) x_pass_.end_row(row, slab, buffers.modes.data(), buffers.scratch.data());
}

void TensorSolver::Implementation::put_part(const double* f) {
  const int row = n_put_ / n_columns_of_row(), at = n_put_ % n_columns_of_row();
  for_elements(at, [&](const ColumnSlab::Place& place, std::size_t offset) {
    column_transpose_->put_element({place.x, row, place.z}, f + offset);
  });
}

void TensorSolver::Implementation::transform_parts() {
  Workspace::Buffers& buffers = workspace_->buffers;
  double *const slab = buffers.slab.data(), *const whole = buffers.column.data();
  transpose_seconds_ += column_transpose_->deal_out();
  for (const SheetRow& row : x_pass_.rows()) {
    x_pass_.begin_row(row, slab);
    for (int e_z = 0; e_z < local_.n_z(); ++e_z) {
      column_transpose_->get_column(row, e_z, whole);
      for (int e_x = 0; e_x < exchanges_->shape().n_x_elements; ++e_x)
        x_pass_.columns().deposit(whole + e_x * element_size_, {e_x, e_z}, row, nullptr, slab);
    }
    x_pass_.end_row(row, slab, buffers.modes.data(), buffers.scratch.data());
  }
}

void TensorSolver::Implementation::complete_problem() {
  if (column_transpose_) transform_parts();
  planes_.solve_next([&](int i) { x_backward(solutions_[i]); });
  ++n_complete_;
  n_put_ = 0;
}

/// The columns of an element row: their place in it, their number, and that of the one after (the
/// last is its own successor).
template <class Use>
void TensorSolver::Implementation::for_columns(int row, Use&& use) const {
  const int n_of_row = n_columns() == 0 ? 0 : n_columns_of_row();
  for (int at = 0; at < n_of_row; ++at) {
    const int c = row * n_of_row + at;
    use(at, columns_[c], columns_[std::min(c + 1, n_columns() - 1)]);
  }
}

/// The elements of a column, and where each begins there: columns lie along x, or along z where
/// that is the mesh's x.
template <class Use>
void TensorSolver::Implementation::for_elements(int at, Use&& use) const {
  for (int e = 0; e < range_.n_x(); ++e)
    use(last_ == 0 ? ColumnSlab::Place{at, e} : ColumnSlab::Place{e, at}, e * element_size_);
}

void TensorSolver::Implementation::x_backward(std::span<double> u) {
  if (column_transpose_) return x_backward_to_parts(u);
  Workspace::Buffers& buffers = workspace_->buffers;
  double* const slab = buffers.slab.data();
  const auto extract = [&](const SheetRow& row) {
    for_columns(row.element, [&](int at, int column, int after) {
      double* const values = u.data() + column * column_size();
      const double* const next = u.data() + after * column_size();
      for_elements(at, [&](const ColumnSlab::Place& place, std::size_t offset) {
        x_pass_.columns().extract(slab, place, row, values + offset, next + offset);
      });
    });
  };
  x_pass_.backward(buffers.modes.data(), slab, buffers.scratch.data(), extract);
}

void TensorSolver::Implementation::x_backward_to_parts(std::span<double> u) {
  Workspace::Buffers& buffers = workspace_->buffers;
  double *const slab = buffers.slab.data(), *const whole = buffers.column.data();
  const auto extract = [&](const SheetRow& row) {
    for (int e_z = 0; e_z < local_.n_z(); ++e_z) {
      for (int e_x = 0; e_x < exchanges_->shape().n_x_elements; ++e_x) {
        double* const element = whole + e_x * element_size_;
        x_pass_.columns().extract(slab, {e_x, e_z}, row, element, element);
      }
      column_transpose_->put_column(row, e_z, whole);
    }
  };
  x_pass_.backward(buffers.modes.data(), slab, buffers.scratch.data(), extract);
  transpose_seconds_ += column_transpose_->collect();
  for (int e_y = 0; e_y < local_.n_y(); ++e_y)
    for_columns(e_y, [&](int at, int column, int) {
      double* const part = u.data() + column * column_size();
      for_elements(at, [&](const ColumnSlab::Place& place, std::size_t offset) {
        column_transpose_->get_element({place.x, e_y, place.z}, part + offset);
      });
    });
}

kernels::Cost TensorSolver::Implementation::cost() const {
  LineWork lines = planes_.line_work();
  lines.x = x_->flops();
  return tensor_cost(share_, lines);
}

/// In the order in which the directions are taken.
std::string TensorSolver::Implementation::description() const {
  const auto [x, y, z] = mesh::directions_up_to(last_);
  const auto name = [](int d) { return std::string(1, "xyz"[d]) + ' '; };
  return name(x) + x_->description() + ", " + name(y) + planes_.description_of_y() + ", " +
         name(z) + planes_.description_of_z();
}

TensorSolver::TensorSolver(const mesh::BoxMesh& mesh, const BoxConditions& conditions,
                           const comm::Communicator& communicator,
                           std::shared_ptr<Workspace> workspace) {
  check_conditions(mesh, conditions);
  const int last = mesh.grid.last;
  if (mesh.is_plane && last != 1)
    throw base::Error("the direct solver of a plane takes y last; leave solver.last_direction out");
  implementation_ =
      std::make_unique<Implementation>(in_solver_frame(mesh), in_solver_frame(conditions, last),
                                       communicator, std::move(workspace), mesh.local, last);
}
TensorSolver::~TensorSolver() = default;
TensorSolver::TensorSolver(TensorSolver&&) noexcept = default;

void TensorSolver::begin(double mass_coefficient, double stiffness_coefficient,
                         std::vector<std::span<double>> solutions) {
  implementation_->begin({mass_coefficient, stiffness_coefficient}, std::move(solutions));
}
void TensorSolver::put(int column, const double* f) { implementation_->put(column, f, nullptr); }
void TensorSolver::finish() { implementation_->finish(); }

void TensorSolver::solve(double mass_coefficient, double stiffness_coefficient,
                         std::span<const double> rhs, std::span<double> u) {
  begin(mass_coefficient, stiffness_coefficient, {u});
  const auto& columns = implementation_->columns();
  const std::size_t size = implementation_->column_size();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const int after = columns[std::min(c + 1, columns.size() - 1)];
    implementation_->put(columns[c], rhs.data() + columns[c] * size, rhs.data() + after * size);
  }
  finish();
}

double TensorSolver::flops() const { return implementation_->cost().flops; }
double TensorSolver::bytes() const { return implementation_->cost().bytes; }
std::string TensorSolver::description() const { return implementation_->description(); }
double TensorSolver::transpose_seconds() const { return implementation_->transpose_seconds(); }

}  // namespace lobatto::direct
