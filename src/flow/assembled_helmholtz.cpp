#include "flow/assembled_helmholtz.hpp"

#include "space/box_boundary.hpp"

namespace lobatto::flow {

AssembledHelmholtz::AssembledHelmholtz(const space::BoxSpace& space,
                                       const direct::BoxConditions& conditions)
    : space_(space),
      gather_scatter_(mesh::global_node_ids(space.mesh()), space.communicator()),
      operator_({space.n(), space.derivative().values, space.nodes().weights}) {
  for (int e = 0; e < space.n_elements(); ++e) lengths_.push_back(space.lengths(e));
  const space::Field mask = space::dirichlet_mask(space, conditions);
  for (std::size_t q = 0; q < mask.size(); ++q)
    if (mask[q] == 0.0) dirichlet_nodes_.push_back(static_cast<std::uint32_t>(q));
}

void AssembledHelmholtz::multiply(std::span<const double> x, std::span<double> y) {
  operator_.apply(lengths_, coefficients_, x.data(), y.data());
  assemble(y);
}

double AssembledHelmholtz::multiply_block(const krylov::Block& block, const double* p, double* w) {
  const std::size_t size = space_.element_size();
  const std::span<const kernels::Lengths> lengths(lengths_.data() + block.first / size,
                                                  block.n_values / size);
  return operator_.apply(lengths, coefficients_, p + block.first, w + block.first);
}

void AssembledHelmholtz::assemble(std::span<const std::span<double>> fields) const {
  gather_scatter_.add(fields);
  for (const auto& field : fields) zero_dirichlet(field);
}

void AssembledHelmholtz::zero_dirichlet(std::span<double> field) const {
  for (const std::uint32_t q : dirichlet_nodes_) field[q] = 0.0;
}

void AssembledHelmholtz::fill(ColumnSource source, std::span<double> rhs) const {
  const std::size_t column_size = space_.element_size() * space_.mesh().n_x();
  for (int column = 0; column < space_.mesh().local.n_columns(); ++column)
    source(column, rhs.data() + column * column_size);
}

/// diag(D_d^T W D_d) = W sum_l w_l D(l, i)^2 / w_i: J W (sigma + nu sum_d (2 / h_d)^2 a_i) before
/// assembly.
void AssembledHelmholtz::diagonal(std::span<double> out) const {
  const int n = space_.n();
  const auto& w = space_.nodes().weights;
  std::vector<double> line(n, 0.0);
  for (int i = 0; i < n; ++i)
    for (int l = 0; l < n; ++l)
      line[i] += w[l] * space_.derivative()(l, i) * space_.derivative()(l, i) / w[i];
  const auto mass = space_.reference_mass();
  double* value = out.data();
  for (int e = 0; e < space_.n_elements(); ++e) {
    const auto h = space_.lengths(e);
    const double jacobian = space_.jacobian(e);
    for (int q = 0; q < n * n * n; ++q) {
      const double laplacian = line[q % n] / (h[0] * h[0]) + line[q / n % n] / (h[1] * h[1]) +
                               line[q / (n * n)] / (h[2] * h[2]);
      *value++ = jacobian * mass[q] * (coefficients_.sigma + 4.0 * coefficients_.nu * laplacian);
    }
  }
  gather_scatter_.add(out);
}

}  // namespace lobatto::flow
