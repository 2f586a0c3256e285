#include "commands/bench/nekbone_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "krylov/weighted_inner.hpp"
#include "mesh/grading.hpp"

namespace lobatto::commands {

namespace {

/// The largest factor of `number` that is at most `limit`.
int factor_up_to(int number, double limit) {
  int best = 1;
  for (int f = 1; f <= number && f <= limit * (1.0 + 1e-12); ++f) {
    if (number % f == 0) best = f;
  }
  return best;
}

/// Unit cubes, the same block of them on every rank.
mesh::BoxMesh make_mesh(const NekboneSize& size, const comm::Communicator& communicator) {
  const auto local = local_elements(size.shape, size.elements_per_rank);
  const auto grid = rank_grid(size, communicator.size());
  const std::array<int, 3> global = {local[0], local[1] * grid.n_y, local[2] * grid.n_z};
  std::array<mesh::Axis, 3> axes;
  for (int d = 0; d < 3; ++d) axes[d] = {mesh::uniform_ticks(0.0, global[d], global[d]), false};
  return mesh::make_box_mesh(std::move(axes), size.n - 1, grid, communicator.rank());
}

/// In lengths of an element: what bends two elements up bends the next two down.
space::CoordinateMap bend() {
  constexpr double amplitude = 0.3, wave_number = std::numbers::pi / 4.0;
  space::CoordinateMap map;
  for (int d = 0; d < 3; ++d) {
    map[d] = [d](const space::Points& points, double, std::span<double> out) {
      const std::array<std::span<const double>, 3> x{points.x, points.y, points.z};
      const auto a = x[(d + 1) % 3], b = x[(d + 2) % 3];
      for (std::size_t q = 0; q < out.size(); ++q)
        out[q] = x[d][q] + amplitude * std::sin(wave_number * a[q]) * std::sin(wave_number * b[q]);
    };
  }
  return map;
}

space::FunctionSpace make_space(const NekboneSize& size, const comm::Communicator& communicator) {
  const auto mesh = make_mesh(size, communicator);
  if (size.geometry == NekboneGeometry::general) return {mesh, bend(), communicator};
  return {mesh, communicator};
}

space::BoundaryConditions fixed_everywhere(const space::FunctionSpace& space) {
  return space::BoundaryConditions(space.boundaries().size(), poly::EndCondition::dirichlet);
}

}  // namespace

std::array<int, 3> local_elements(NekboneShape shape, int elements_per_rank) {
  if (shape == NekboneShape::line) return {1, 1, elements_per_rank};
  const int x = factor_up_to(elements_per_rank, std::cbrt(elements_per_rank));
  const int y = factor_up_to(elements_per_rank / x, std::sqrt(elements_per_rank / x));
  return {elements_per_rank / x / y, y, x};
}

mesh::RankGrid rank_grid(const NekboneSize& size, int n_ranks) {
  if (size.grid) {
    const mesh::RankGrid grid{1, (*size.grid)[0], (*size.grid)[1]};
    if (grid.n_ranks() != n_ranks)
      throw base::Error(fmt::format("--grid {}x{} is a grid of {} ranks, but there are {}",
                                    grid.n_y, grid.n_z, grid.n_ranks(), n_ranks));
    return grid;
  }
  if (size.shape == NekboneShape::line) return {1, 1, n_ranks};
  const int y = factor_up_to(n_ranks, std::sqrt(n_ranks));
  return {1, y, n_ranks / y};
}

NekboneProblem::NekboneProblem(const NekboneSize& size, const NekboneMethod& method,
                               const comm::Communicator& communicator)
    : method_(method),
      space_(make_space(size, communicator)),
      operator_(space_, fixed_everywhere(space_),
                krylov::MergedConjugateGradients::block_of_elements(space_.element_size())),
      rhs_(space_.size()),
      solution_(space_.size()) {
  operator_.set_coefficients({0.0, 1.0});
  make_right_hand_side();
  if (method.preconditioner == NekbonePreconditioner::multigrid) {
    norm_weight_ = operator_.residual_weight();
    multigrid_ = physics::make_schwarz_poisson(space_, fixed_everywhere(space_),
                                               {.tolerance = method.reduction,
                                                .max_iterations = method.max_iterations,
                                                .projection_vectors = 0},
                                               profiler_);
  } else {
    const auto shares = operator_.inverse_multiplicity();
    norm_weight_ = space_.make_field();
    std::copy(shares.begin(), shares.end(), norm_weight_.begin());
    cg_ = std::make_unique<krylov::MergedConjugateGradients>(operator_.inverse_multiplicity(),
                                                             operator_.order().blocks());
  }
}

/// A load of all wave lengths, the same for any number of ranks.
void NekboneProblem::make_right_hand_side() {
  const auto ids = space_.node_ids();
  for (std::size_t q = 0; q < rhs_.size(); ++q)
    rhs_[q] = std::sin(1.7 * static_cast<double>(ids[q])) + 0.3;
  operator_.assemble(rhs_);
}

krylov::SolveReport NekboneProblem::solve() {
  const auto report = multigrid_ ? solve_preconditioned() : solve_plain();
  last_iterations_ = report.iterations;
  return report;
}

krylov::SolveReport NekboneProblem::solve_plain() {
  solution_.fill(0.0);
  const std::span<const double> rhs[] = {rhs_};
  const std::span<double> solution[] = {solution_};
  const krylov::Tolerance tolerance{method_.reduction, 0.0, method_.max_iterations};
  return operator_.solve(*cg_, {}, rhs, solution, tolerance).front();
}

krylov::SolveReport NekboneProblem::solve_preconditioned() {
  // The solver sums over the copies of nodes: each gets its share.
  const auto shares = operator_.inverse_multiplicity();
  for (std::size_t q = 0; q < rhs_.size(); ++q) solution_[q] = rhs_[q] * shares[q];
  const auto report = multigrid_->solve(0.0, 1.0, solution_, {{}, solution_});
  multigrid_cost_ = report.cost;
  return report.solves[0];
}

double NekboneProblem::residual_reduction() {
  space::Field residual = space_.make_field();
  operator_.multiply(solution_, residual);
  for (std::size_t q = 0; q < rhs_.size(); ++q) residual[q] = rhs_[q] - residual[q];
  const auto sum = [this](std::span<double> values) { space_.communicator().sum(values); };
  const krylov::WeightedInner inner{norm_weight_, sum};
  return std::sqrt(inner(residual, residual) / inner(rhs_, rhs_));
}

kernels::Cost NekboneProblem::solve_cost() const {
  if (multigrid_) return multigrid_cost_;
  const auto points = static_cast<double>(n_points());
  const double factors = space_.curved() != nullptr ? 8.0 * 6.0 * points : 0.0;
  const double bytes =
      krylov::MergedConjugateGradients::iteration_cost(points, false).bytes + factors;
  return kernels::Cost{nekbone_flops(space_.n()) * points, bytes} * last_iterations_;
}

}  // namespace lobatto::commands
