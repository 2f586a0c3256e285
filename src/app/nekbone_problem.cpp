#include "app/nekbone_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "kernels/geometric_factors.hpp"
#include "mesh/grading.hpp"
#include "poly/lagrange.hpp"

namespace lobatto::app {

namespace {

/// The largest factor of `number` that is at most `limit`.
int factor_up_to(int number, double limit) {
  int best = 1;
  for (int f = 1; f <= number && f <= limit * (1.0 + 1e-12); ++f) {
    if (number % f == 0) best = f;
  }
  return best;
}

mesh::BoxMesh make_mesh(const NekboneSize& size, const comm::Communicator& communicator) {
  const auto local = local_elements(size.shape, size.elements_per_rank);
  const auto grid = rank_grid(size, communicator.size());
  const std::array<int, 3> global = {local[0], local[1] * grid[0], local[2] * grid[1]};
  mesh::BoxMesh mesh;
  for (int d = 0; d < 3; ++d)
    mesh.axes[d] = {mesh::uniform_ticks(0.0, global[d], global[d]), false};
  mesh = mesh::make_box_mesh(mesh.axes, size.n - 1, communicator.rank(), communicator.size());
  // Every rank gets the same block, whatever grid of ranks the mesh would choose by itself.
  mesh.partition = {grid[0], grid[1]};
  const int y = mesh.partition.y_coordinate(communicator.rank()) * local[1];
  const int z = mesh.partition.z_coordinate(communicator.rank()) * local[2];
  mesh.local = {y, y + local[1], z, z + local[2]};
  return mesh;
}

std::size_t element_size(int n) { return static_cast<std::size_t>(n) * n * n; }

}  // namespace

std::array<int, 3> local_elements(NekboneShape shape, int elements_per_rank) {
  if (shape == NekboneShape::line) return {1, 1, elements_per_rank};
  const int x = factor_up_to(elements_per_rank, std::cbrt(elements_per_rank));
  const int y = factor_up_to(elements_per_rank / x, std::sqrt(elements_per_rank / x));
  return {elements_per_rank / x / y, y, x};
}

std::array<int, 2> rank_grid(const NekboneSize& size, int n_ranks) {
  if (size.grid) {
    const auto [y, z] = *size.grid;
    if (y * z != n_ranks)
      throw base::Error(fmt::format("--grid {}x{} is a grid of {} ranks, but there are {}", y, z,
                                    y * z, n_ranks));
    return {y, z};
  }
  if (size.shape == NekboneShape::line) return {1, n_ranks};
  const int y = factor_up_to(n_ranks, std::sqrt(n_ranks));
  return {y, n_ranks / y};
}

NekboneProblem::NekboneProblem(const NekboneSize& size, const comm::Communicator& communicator)
    : size_(size),
      communicator_(communicator),
      mesh_(make_mesh(size, communicator)),
      nodes_(poly::gauss_lobatto_legendre(size.n)),
      derivative_(poly::derivative_matrix(nodes_.nodes)),
      gather_scatter_(mesh::global_node_ids(mesh_), communicator),
      order_(gather_scatter_, element_size(size.n),
             krylov::MergedConjugateGradients::block_of_elements(element_size(size.n))),
      cg_(gather_scatter_.inverse_multiplicity(), order_.blocks()),
      rhs_(gather_scatter_.inverse_multiplicity().size()),
      solution_(rhs_.size()) {
  const kernels::LineRule rule{size.n, derivative_.values, nodes_.weights};
  if (size.geometry == NekboneGeometry::box) {
    box_ = std::make_unique<kernels::BoxHelmholtz>(rule);
    for (int e = 0; e < mesh_.n_local_elements(); ++e) lengths_.push_back(mesh_.element_lengths(e));
  } else {
    general_ = std::make_unique<kernels::GeneralHelmholtz>(rule);
    make_geometry();
  }
  find_boundary();
  make_right_hand_side();
}

void NekboneProblem::make_geometry() {
  // In lengths of an element: what bends two elements up bends the next two down.
  constexpr double amplitude = 0.3, wave_number = std::numbers::pi / 4.0;
  const int n = size_.n;
  const std::size_t size = element_size(n);
  stiffness_ = base::AlignedArray<double>(6 * rhs_.size());
  std::array<std::vector<double>, 3> points;
  for (auto& x : points) x.resize(size);
  for (int e = 0; e < mesh_.n_local_elements(); ++e) {
    const auto index = mesh_.element_index(e);
    const auto lengths = mesh_.element_lengths(e);
    for (std::size_t q = 0; q < size; ++q) {
      const auto at = static_cast<int>(q);
      const std::array<int, 3> node = {at % n, at / n % n, at / (n * n)};
      std::array<double, 3> x{}, sine{};
      for (int d = 0; d < 3; ++d) {
        x[d] = mesh_.axes[d].ticks[index[d]] + lengths[d] * (nodes_.nodes[node[d]] + 1.0) / 2.0;
        sine[d] = std::sin(wave_number * x[d]);
      }
      for (int d = 0; d < 3; ++d)
        points[d][q] = x[d] + amplitude * sine[(d + 1) % 3] * sine[(d + 2) % 3];
    }
    const auto smallest = kernels::compute_geometry(
        n, derivative_.values, nodes_.weights, {points[0], points[1], points[2]},
        {{}, {stiffness_.data() + 6 * e * size, 6 * size}, {}});
    if (!smallest.is_positive())
      throw base::Error(fmt::format("element {} at ({:.3f}, {:.3f}, {:.3f}) is folded: Jacobian {}",
                                    e, points[0][smallest.node], points[1][smallest.node],
                                    points[2][smallest.node], smallest.value));
  }
}

void NekboneProblem::find_boundary() {
  const int n = size_.n;
  for (std::size_t q = 0; q < rhs_.size(); ++q) {
    const auto index = mesh_.element_index(static_cast<int>(q / element_size(n)));
    const auto at = static_cast<int>(q % element_size(n));
    const std::array<int, 3> node = {at % n, at / n % n, at / (n * n)};
    for (int d = 0; d < 3; ++d) {
      const bool lower = index[d] == 0 && node[d] == 0;
      const bool upper = index[d] == mesh_.axes[d].n_elements() - 1 && node[d] == n - 1;
      if (!lower && !upper) continue;
      boundary_.push_back(static_cast<std::uint32_t>(q));
      break;
    }
  }
}

/// A load of all wave lengths, the same for any number of ranks.
void NekboneProblem::make_right_hand_side() {
  const auto ids = mesh::global_node_ids(mesh_);
  for (std::size_t q = 0; q < rhs_.size(); ++q)
    rhs_[q] = std::sin(1.7 * static_cast<double>(ids[q])) + 0.3;
  const std::span<double> fields[] = {rhs_};
  assemble(fields);
}

double NekboneProblem::apply(const base::Block& block, const double* p, double* w) {
  const std::size_t size = element_size(size_.n);
  const double* from = p + block.first;
  double* to = w + block.first;
  if (box_) {
    const auto lengths = std::span(lengths_).subspan(block.first / size, block.n_values / size);
    return box_->apply(lengths, {}, from, to);
  }
  return general_->apply(block.n_values / size, {stiffness_.data() + 6 * block.first, nullptr}, {},
                         from, to);
}

void NekboneProblem::assemble(std::span<const std::span<double>> fields) const {
  gather_scatter_.add(fields);
  zero_boundary(fields);
}

void NekboneProblem::zero_boundary(std::span<const std::span<double>> fields) const {
  for (const auto& field : fields) {
    for (const std::uint32_t q : boundary_) field[q] = 0.0;
  }
}

krylov::SolveReport NekboneProblem::solve(int n_iterations) {
  solution_.fill(0.0);
  const auto local = [this](const base::Block& block, const double* p, double* w) {
    return apply(block, p, w);
  };
  const auto whole = [this](std::span<const std::span<double>> fields,
                            krylov::AssembledOperator::Work work) {
    order_.work_and_add(fields, work);
    zero_boundary(fields);
  };
  const auto sum = [this](std::span<double> values) { communicator_.sum(values); };
  const std::span<const double> rhs[] = {rhs_};
  const std::span<double> solution[] = {solution_};
  return cg_.solve({local, whole}, {{}, sum}, rhs, solution, {0.0, 0.0, n_iterations}).front();
}

double NekboneProblem::norm(std::span<const double> values) const {
  const auto weight = gather_scatter_.inverse_multiplicity();
  double sum = 0.0;
  for (std::size_t q = 0; q < values.size(); ++q) sum += weight[q] * values[q] * values[q];
  return std::sqrt(communicator_.sum(sum));
}

double NekboneProblem::residual_reduction() {
  base::AlignedArray<double> residual(rhs_.size());
  apply({0, rhs_.size()}, solution_.data(), residual.data());
  const std::span<double> fields[] = {residual};
  assemble(fields);
  for (std::size_t q = 0; q < rhs_.size(); ++q) residual[q] = rhs_[q] - residual[q];
  return norm(residual) / norm(rhs_);
}

double NekboneProblem::bytes_per_iteration() const {
  const auto points = static_cast<double>(n_points());
  const double factors = size_.geometry == NekboneGeometry::general ? 8.0 * 6.0 * points : 0.0;
  return krylov::MergedConjugateGradients::iteration_cost(points, false).bytes + factors;
}

}  // namespace lobatto::app
