#include "commands/bench/bake_off_problem.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mesh/box_mesh.hpp"
#include "mesh/grading.hpp"
#include "space/boundary.hpp"

namespace lobatto::commands {

namespace {

using std::numbers::pi;

/// Elements of a rank along each direction.
int elements_per_line(double nodes_per_rank, int order) {
  return std::max(1, static_cast<int>(std::lround(std::cbrt(nodes_per_rank) / order)));
}

/// Of the box, in units of its shortest side.
std::array<double, 3> lengths_of(const BakeOffSize& size) {
  const double least = *std::ranges::min_element(size.n_elements);
  return {size.n_elements[0] / least, size.n_elements[1] / least, size.n_elements[2] / least};
}

/// prod_d sin(k_d x_d) at point q.
double product_of_waves(const std::array<double, 3>& k, const space::Points& points,
                        std::size_t q) {
  return std::sin(k[0] * points.x[q]) * std::sin(k[1] * points.y[q]) * std::sin(k[2] * points.z[q]);
}

/// Half a wave along each side of the box, and a whole one along `twice`, if that is a direction.
std::array<double, 3> wave_numbers(const BakeOffSize& size, int twice) {
  const auto lengths = lengths_of(size);
  std::array<double, 3> k{};
  for (int d = 0; d < 3; ++d) k[d] = (d == twice ? 2.0 : 1.0) * pi / lengths[d];
  return k;
}

space::CoordinateMap deformation(const BakeOffSize& size) {
  constexpr double amplitude = 0.1;
  const auto k = wave_numbers(size, -1);
  space::CoordinateMap map;
  for (int d = 0; d < 3; ++d) {
    map[d] = [d, k](const space::Points& points, double, std::span<double> out) {
      const std::array<std::span<const double>, 3> x{points.x, points.y, points.z};
      for (std::size_t q = 0; q < out.size(); ++q)
        out[q] = x[d][q] + amplitude * product_of_waves(k, points, q);
    };
  }
  return map;
}

space::FunctionSpace make_space(const BakeOffSize& size, const comm::Communicator& communicator) {
  const auto lengths = lengths_of(size);
  std::array<mesh::Axis, 3> axes;
  for (int d = 0; d < 3; ++d)
    axes[d] = {mesh::uniform_ticks(0.0, lengths[d], size.n_elements[d]), false};
  const auto mesh = mesh::make_box_mesh(std::move(axes), size.order, communicator.rank(),
                                        communicator.size(), mesh::Cut::blocks);
  if (size.is_curved) return {mesh, deformation(size), communicator};
  return {mesh, communicator};
}

/// The solution, times `factor`.
space::SpaceTimeFunction exact_solution(const BakeOffSize& size, int component, double factor) {
  return [k = wave_numbers(size, component), factor](const space::Points& points, double,
                                                     std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q) out[q] = factor * product_of_waves(k, points, q);
  };
}

/// The right-hand side over the solution: 1, or of -laplace.
double eigenvalue(const BakeOffSize& size, int component) {
  if (size.form() == BakeOffForm::mass) return 1.0;
  double sum = 0.0;
  for (const double k : wave_numbers(size, component)) sum += k * k;
  return sum;
}

std::vector<space::Field> make_fields(const BakeOffSize& size, const space::FunctionSpace& space) {
  return std::vector<space::Field>(size.n_components(), space.make_field());
}

std::vector<std::uint32_t> fixed_nodes(const BakeOffSize& size, const space::FunctionSpace& space) {
  std::vector<std::uint32_t> nodes;
  if (size.form() == BakeOffForm::mass) return nodes;
  const space::Field mask = space::dirichlet_mask(
      space, space::BoundaryConditions(space.boundaries().size(), poly::EndCondition::dirichlet));
  for (std::size_t q = 0; q < mask.size(); ++q)
    if (mask[q] == 0.0) nodes.push_back(static_cast<std::uint32_t>(q));
  return nodes;
}

}  // namespace

double BakeOffSize::n_unknowns() const {
  double n_nodes = 1.0;
  for (const int n : n_elements) n_nodes *= 1.0 * n * order + 1.0;
  return n_components() * n_nodes;
}

std::array<int, 3> bake_off_elements(double nodes_per_rank, int order, int n_ranks) {
  const int n = elements_per_line(nodes_per_rank, order);
  int along_y = static_cast<int>(std::sqrt(n_ranks));
  while (n_ranks % along_y != 0) --along_y;
  return {n, n * along_y, n * (n_ranks / along_y)};
}

BakeOffProblem::BakeOffProblem(const BakeOffSize& size, BakeOffPreconditioner preconditioner,
                               const comm::Communicator& communicator)
    : size_(size),
      space_(make_space(size, communicator)),
      operator_(make_bake_off_operator(space_, size.form(), size.points())),
      dirichlet_nodes_(fixed_nodes(size, space_)),
      rhs_(make_fields(size, space_)),
      solution_(make_fields(size, space_)),
      cg_(space_.gather_scatter().inverse_multiplicity(), operator_->order().blocks(),
          size.n_components()) {
  make_right_hand_side();
  if (preconditioner == BakeOffPreconditioner::jacobi) make_preconditioner();
}

void BakeOffProblem::make_right_hand_side() {
  for (int c = 0; c < size_.n_components(); ++c) {
    operator_->integrate(exact_solution(size_, c, eigenvalue(size_, c)), rhs_[c]);
    const std::span<double> field = rhs_[c];
    work_and_assemble({&field, 1}, [](std::size_t, const base::Block&) {});
  }
}

void BakeOffProblem::make_preconditioner() {
  inverse_diagonal_ = space_.make_field();
  operator_->diagonal(inverse_diagonal_);
  space_.gather_scatter().add(inverse_diagonal_);
  for (double& value : inverse_diagonal_) value = 1.0 / value;
}

void BakeOffProblem::work_and_assemble(std::span<const std::span<double>> fields,
                                       krylov::AssembledOperator::Work work) const {
  operator_->order().work_and_add(fields, work);
  for (const auto& field : fields)
    for (const std::uint32_t q : dirichlet_nodes_) field[q] = 0.0;
}

krylov::SolveReport BakeOffProblem::solve(int max_iterations, double reduction) {
  for (space::Field& component : solution_) component.fill(0.0);
  const auto apply = [this](const base::Block& block, const double* p, double* w,
                            const kernels::FieldsAhead& ahead) {
    return operator_->apply(block, p, w, ahead);
  };
  const auto assemble = [this](std::span<const std::span<double>> fields,
                               krylov::AssembledOperator::Work work) {
    work_and_assemble(fields, work);
  };
  const auto sum = [this](std::span<double> values) { space_.communicator().sum(values); };
  const std::vector<std::span<const double>> rhs(rhs_.begin(), rhs_.end());
  const std::vector<std::span<double>> solution(solution_.begin(), solution_.end());
  return cg_
      .solve({apply, assemble}, {inverse_diagonal_, sum, size_.n_components() > 1}, rhs, solution,
             {reduction, 0.0, max_iterations})
      .front();
}

double BakeOffProblem::residual_reduction() {
  const auto shares = space_.gather_scatter().inverse_multiplicity();
  std::array<double, 2> sums{};
  space::Field image = space_.make_field();
  const std::span<double> field = image;
  for (int c = 0; c < size_.n_components(); ++c) {
    work_and_assemble({&field, 1}, [&](std::size_t, const base::Block& block) {
      operator_->apply(block, solution_[c].data(), image.data(), {});
    });
    for (std::size_t q = 0; q < image.size(); ++q) {
      const double f = rhs_[c][q], r = f - image[q];
      sums[0] += shares[q] * r * r;
      sums[1] += shares[q] * f * f;
    }
  }
  space_.communicator().sum(sums);
  return std::sqrt(sums[0] / sums[1]);
}

double BakeOffProblem::error() const {
  double squared_error = 0.0, squared = 0.0;
  space::Field field = space_.make_field();
  for (int c = 0; c < size_.n_components(); ++c) {
    space_.evaluate(exact_solution(size_, c, 1.0), 0.0, field);
    squared += space_.inner_product(field, field);
    for (std::size_t q = 0; q < field.size(); ++q) field[q] -= solution_[c][q];
    squared_error += space_.inner_product(field, field);
  }
  return std::sqrt(squared_error / squared);
}

kernels::Cost BakeOffProblem::iteration_cost() const {
  const int n_components = size_.n_components();
  const double n_values = static_cast<double>(space_.size());
  const kernels::Cost vectors =
      krylov::MergedConjugateGradients::iteration_cost(n_values, inverse_diagonal_.size() > 0);
  return {n_components * (vectors.flops + operator_->cost().flops * space_.n_elements()),
          n_components * vectors.bytes + operator_->geometry_bytes() * space_.n_elements()};
}

}  // namespace lobatto::commands
