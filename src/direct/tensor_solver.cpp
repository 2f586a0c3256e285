#include "direct/tensor_solver.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "direct/column_transpose.hpp"
#include "direct/line_transform.hpp"
#include "direct/plane_solve.hpp"
#include "direct/x_pass.hpp"

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
// that have parts of the same columns first deal out their y nodes among them.
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
  /// column_of(i, c, after): the Column of local column c of problem i, where `after` will be asked
  /// for next; solution_of(i): where its solution goes.
  template <class ColumnOf, class SolutionOf>
  void solve(const Coefficients& c, int n_problems, ColumnOf&& column_of, SolutionOf&& solution_of);

  [[nodiscard]] double* column_buffer() { return workspace_->buffers.column.data(); }
  [[nodiscard]] std::size_t column_size() const { return column_size_; }
  [[nodiscard]] kernels::Cost cost() const;
  [[nodiscard]] std::string description() const {
    return "x " + x_->description() + ", " + planes_.description();
  }
  [[nodiscard]] double transpose_seconds() const {
    return transpose_seconds_ + planes_.transpose_seconds();
  }

 private:
  template <class ColumnOf>
  void x_forward(ColumnOf&& column_of);
  template <class ColumnOf>
  void x_forward_of_parts(ColumnOf&& column_of);
  void x_backward(std::span<double> u);
  void x_backward_to_parts(std::span<double> u);
  template <class Use>
  void for_parts(Use&& use) const;
  [[nodiscard]] int column_at(int e_y, int e_z) const { return e_z * local_.n_y() + e_y; }
  [[nodiscard]] int column_after(int e_y, int e_z) const;

  mesh::ElementRange local_;
  std::shared_ptr<Workspace> workspace_;
  std::shared_ptr<PencilExchanges> exchanges_;
  TensorShare share_;
  std::shared_ptr<const LineTransform> x_;
  std::size_t column_size_;  // of this rank's part
  PlaneSolve planes_;
  XPass x_pass_;
  std::optional<ColumnTranspose> column_transpose_;  // with more than one rank in x
  double transpose_seconds_ = 0;
};

TensorSolver::Implementation::Implementation(const mesh::BoxMesh& mesh,
                                             const BoxConditions& conditions,
                                             const comm::Communicator& communicator,
                                             std::shared_ptr<Workspace> workspace)
    : local_(mesh.local),
      workspace_(workspace ? std::move(workspace) : std::make_shared<Workspace>()),
      exchanges_(workspace_->exchanges(mesh, communicator)),
      share_(exchanges_->shape(), communicator.rank(), conditions),
      x_(std::make_shared<const LineTransform>(mesh.axes[0].ticks, mesh.order, conditions[0],
                                               workspace_->flops_per_byte())),
      column_size_(static_cast<std::size_t>(mesh.local.n_x()) * mesh.n_nodes() * mesh.n_nodes() *
                   mesh.n_nodes()),
      planes_(mesh, conditions, communicator, x_, *workspace_, *exchanges_),
      x_pass_(mesh, x_, exchanges_->shape().sheet_rows(mesh.grid.x_coordinate(communicator.rank())),
              planes_.layout()) {
  Workspace::Buffers& buffers = workspace_->buffers;
  const std::size_t n = mesh.n_nodes();
  const std::size_t longest = exchanges_->x ? mesh.n_x() * n * n * n : column_size_;
  Workspace::reserve(buffers.column, longest);
  Workspace::reserve(buffers.slab, x_pass_.columns().size());
  Workspace::reserve(buffers.scratch, x_pass_.scratch_size());
  if (exchanges_->x)
    column_transpose_.emplace(*exchanges_->x, exchanges_->shape(),
                              mesh.grid.x_coordinate(communicator.rank()));
}

template <class ColumnOf, class SolutionOf>
void TensorSolver::Implementation::solve(const Coefficients& c, int n_problems,
                                         ColumnOf&& column_of, SolutionOf&& solution_of) {
  const auto to_planes = [&](int i) {
    x_forward([&](int column, int after) { return column_of(i, column, after); });
  };
  const auto from_planes = [&](int i) { x_backward(solution_of(i)); };
  planes_.solve(c, n_problems, to_planes, from_planes);
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

kernels::Cost TensorSolver::Implementation::cost() const {
  LineWork lines = planes_.line_work();
  lines.x = x_->flops();
  return tensor_cost(share_, lines);
}

TensorSolver::TensorSolver(const mesh::BoxMesh& mesh, const BoxConditions& conditions,
                           const comm::Communicator& communicator,
                           std::shared_ptr<Workspace> workspace) {
  check_conditions(mesh, conditions);
  implementation_ =
      std::make_unique<Implementation>(mesh, conditions, communicator, std::move(workspace));
}
TensorSolver::~TensorSolver() = default;
TensorSolver::TensorSolver(TensorSolver&&) noexcept = default;

void TensorSolver::solve_all(double mass_coefficient, double stiffness_coefficient,
                             std::span<const Problem> problems) {
  double* const buffer = implementation_->column_buffer();
  const auto column_of = [&](int i, int column, int) {
    problems[i].rhs(column, buffer);
    return Implementation::Column{buffer, nullptr};
  };
  implementation_->solve({mass_coefficient, stiffness_coefficient},
                         static_cast<int>(problems.size()), column_of,
                         [&](int i) { return problems[i].u; });
}

void TensorSolver::solve(double mass_coefficient, double stiffness_coefficient, ColumnSource rhs,
                         std::span<double> u) {
  const Problem problem{rhs, u};
  solve_all(mass_coefficient, stiffness_coefficient, {&problem, 1});
}

void TensorSolver::solve(double mass_coefficient, double stiffness_coefficient,
                         std::span<const double> rhs, std::span<double> u) {
  const auto column_of = [&](int, int column, int after) {
    const std::size_t size = implementation_->column_size();
    return Implementation::Column{rhs.data() + column * size, rhs.data() + after * size};
  };
  implementation_->solve({mass_coefficient, stiffness_coefficient}, 1, column_of,
                         [&](int) { return u; });
}

double TensorSolver::flops() const { return implementation_->cost().flops; }
double TensorSolver::bytes() const { return implementation_->cost().bytes; }
std::string TensorSolver::description() const { return implementation_->description(); }
double TensorSolver::transpose_seconds() const { return implementation_->transpose_seconds(); }

}  // namespace lobatto::direct
