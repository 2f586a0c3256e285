#include "direct/tensor_solver.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "direct/column_transpose.hpp"
#include "direct/line_transform.hpp"
#include "direct/plane_solve.hpp"
#include "direct/solver_frame.hpp"
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
// that have parts of the same columns first deal out their y nodes among them. Here x, y and z are
// those of the solver (direct/solver_frame.hpp); columns of the right-hand side and of the solution
// are the mesh's.
class TensorSolver::Implementation {
 public:
  /// mesh, conditions: in the frame of the solver. range, last: of the mesh itself.
  Implementation(const mesh::BoxMesh& mesh, const BoxConditions& conditions,
                 const comm::Communicator& communicator, std::shared_ptr<Workspace> workspace,
                 const mesh::ElementRange& range, int last);

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
  [[nodiscard]] std::size_t column_size() const { return range_.n_x() * element_size_; }
  [[nodiscard]] kernels::Cost cost() const;
  [[nodiscard]] std::string description() const;
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
  void for_columns(Use&& use) const;
  template <class Use>
  void for_elements(int at, Use&& use) const;
  [[nodiscard]] int n_columns_of_row() const;
  [[nodiscard]] int column_at(int e_y, int at) const {
    return last_ == 2 ? at * range_.n_y() + e_y : e_y * range_.n_y() + at;
  }
  [[nodiscard]] int column_after(int e_y, int at) const;

  mesh::ElementRange range_;  ///< of this rank, along x, y and z of the mesh
  mesh::ElementRange local_;
  int last_;  ///< the direction of the mesh that is z
  std::shared_ptr<Workspace> workspace_;
  std::shared_ptr<PencilExchanges> exchanges_;
  TensorShare share_;
  std::shared_ptr<const LineTransform> x_;
  std::size_t element_size_;
  PlaneSolve planes_;
  XPass x_pass_;
  std::optional<ColumnTranspose> column_transpose_;  // with more than one rank in x
  double transpose_seconds_ = 0;
};

TensorSolver::Implementation::Implementation(const mesh::BoxMesh& mesh,
                                             const BoxConditions& conditions,
                                             const comm::Communicator& communicator,
                                             std::shared_ptr<Workspace> workspace,
                                             const mesh::ElementRange& range, int last)
    : range_(range),
      local_(mesh.local),
      last_(last),
      workspace_(workspace ? std::move(workspace) : std::make_shared<Workspace>()),
      exchanges_(workspace_->exchanges(mesh, communicator)),
      share_(exchanges_->shape(), communicator.rank(), conditions),
      x_(std::make_shared<const LineTransform>(mesh.axes[0].ticks, mesh.order, conditions[0],
                                               workspace_->flops_per_byte())),
      element_size_(static_cast<std::size_t>(mesh.n_nodes()) * mesh.n_nodes() * mesh.n_nodes()),
      planes_(mesh, conditions, communicator, x_, *workspace_, *exchanges_),
      x_pass_(mesh, x_, exchanges_->shape().sheet_rows(mesh.grid.x_coordinate(communicator.rank())),
              planes_.layout(), last) {
  Workspace::Buffers& buffers = workspace_->buffers;
  const std::size_t of_whole = exchanges_->x ? mesh.n_x() * element_size_ : 0;
  Workspace::reserve(buffers.column, std::max(of_whole, column_size()));
  Workspace::reserve(buffers.slab, x_pass_.columns().size());
  Workspace::reserve(buffers.scratch, x_pass_.scratch_size());
  if (exchanges_->x)
    column_transpose_.emplace(*exchanges_->x, exchanges_->shape(),
                              mesh.grid.x_coordinate(communicator.rank()), last);
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
  const auto deposit = [&](const SheetRow& row) {
    for_columns([&](int at) {
      const Column column = column_of(column_at(row.element, at), column_after(row.element, at));
      for_elements(at, [&](const ColumnSlab::Place& place, std::size_t offset) {
        const double* const next = column.next == nullptr ? nullptr : column.next + offset;
        x_pass_.columns().deposit(column.values + offset, place, row, next, slab);
      });
    });
  };
  x_pass_.forward(deposit, slab, buffers.modes.data(), buffers.scratch.data());
}

template <class ColumnOf>
void TensorSolver::Implementation::x_forward_of_parts(ColumnOf&& column_of) {
  Workspace::Buffers& buffers = workspace_->buffers;
  double *const slab = buffers.slab.data(), *const whole = buffers.column.data();
  for (int e_y = 0; e_y < local_.n_y(); ++e_y)
    for_columns([&](int at) {
      const int c = column_at(e_y, at);
      const double* const part = column_of(c, c).values;
      for_elements(at, [&](const ColumnSlab::Place& place, std::size_t offset) {
        column_transpose_->put_element({place.x, e_y, place.z}, part + offset);
      });
    });
  transpose_seconds_ += column_transpose_->deal_out();
  const auto deposit = [&](const SheetRow& row) {
    for (int e_z = 0; e_z < local_.n_z(); ++e_z) {
      column_transpose_->get_column(row, e_z, whole);
      for (int e_x = 0; e_x < exchanges_->shape().n_x_elements; ++e_x)
        x_pass_.columns().deposit(whole + e_x * element_size_, {e_x, e_z}, row, nullptr, slab);
    }
  };
  x_pass_.forward(deposit, slab, buffers.modes.data(), buffers.scratch.data());
}

/// The columns of the mesh in a row of elements along y, by their place in it; none where this rank
/// has no elements.
template <class Use>
void TensorSolver::Implementation::for_columns(Use&& use) const {
  for (int at = 0; at < n_columns_of_row(); ++at) use(at);
}

/// The elements of a column, and where each begins there: columns lie along x, or along z where
/// that is the mesh's x.
template <class Use>
void TensorSolver::Implementation::for_elements(int at, Use&& use) const {
  for (int e = 0; e < range_.n_x(); ++e)
    use(last_ == 0 ? ColumnSlab::Place{at, e} : ColumnSlab::Place{e, at}, e * element_size_);
}

int TensorSolver::Implementation::n_columns_of_row() const {
  if (range_.n_elements() == 0) return 0;
  return last_ == 0 ? local_.n_x() : local_.n_z();
}

/// Rows follow each other; the last column is its own successor.
int TensorSolver::Implementation::column_after(int e_y, int at) const {
  if (at + 1 < n_columns_of_row()) return column_at(e_y, at + 1);
  return e_y + 1 < local_.n_y() ? column_at(e_y + 1, 0) : column_at(e_y, at);
}

void TensorSolver::Implementation::x_backward(std::span<double> u) {
  if (column_transpose_) return x_backward_to_parts(u);
  Workspace::Buffers& buffers = workspace_->buffers;
  double* const slab = buffers.slab.data();
  const auto extract = [&](const SheetRow& row) {
    for_columns([&](int at) {
      double* const column = u.data() + column_at(row.element, at) * column_size();
      const double* const next = u.data() + column_after(row.element, at) * column_size();
      for_elements(at, [&](const ColumnSlab::Place& place, std::size_t offset) {
        x_pass_.columns().extract(slab, place, row, column + offset, next + offset);
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
    for_columns([&](int at) {
      double* const part = u.data() + column_at(e_y, at) * column_size();
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
  implementation_ =
      std::make_unique<Implementation>(in_solver_frame(mesh), in_solver_frame(conditions, last),
                                       communicator, std::move(workspace), mesh.local, last);
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
