#include "physics/terms/relaxation.hpp"

#include "kernels/vectors/inner_products.hpp"
#include "poly/modal_filter.hpp"

namespace lobatto::physics {

namespace {

kernels::ElementFilter low_pass(const space::FunctionSpace& space, int n_modes) {
  const auto transfer = poly::low_pass_transfer(space.n(), n_modes, 1.0);
  const auto matrix = poly::modal_filter(space.nodes(), poly::ModalBasis::legendre, transfer);
  return {space.shape(), matrix.values};
}

}  // namespace

RelaxationTerm::RelaxationTerm(int n_modes, double chi, const state::Variable& field,
                               const space::FunctionSpace& space)
    : field_(field),
      space_(space),
      n_values_(space.element_size()),
      chi_(chi),
      filter_(low_pass(space, n_modes)),
      low_(n_values_) {}

void RelaxationTerm::add_to(const ElementBlock& block, std::span<double* const> e) {
  if (block.first >= space_.n_elements()) return;  // solid
  for (std::size_t d = 0; d < e.size(); ++d)
    for (int b = 0; b < block.n_elements; ++b) {
      const std::size_t begin = b * n_values_;
      const double* phi = field_.at(1, static_cast<int>(d)).data() + block.offset + begin;
      filter_(phi, low_.data());
      for (std::size_t q = 0; q < n_values_; ++q) {
        low_[q] = chi_ * (phi[q] - low_[q]);
        e[d][begin + q] += low_[q];
      }
      if (field_.kind().is_vector) continue;
      const auto mass = space_.mass(block.first + b);
      for (std::size_t q = 0; q < n_values_; ++q) low_[q] *= mass(q);
      integral_ -= kernels::sum(low_);
    }
}

/// The field is in cache, the advection has just read it.
kernels::Cost RelaxationTerm::cost() const {
  const double integral = field_.kind().is_vector ? 0 : 2;
  const kernels::Cost sum{(3 + integral) * static_cast<double>(n_values_), 0.0};
  return (kernels::element_filter_cost(filter_.shape()) + sum) * field_.n_components();
}

double RelaxationTerm::power(const ElementBlock& block,
                             const std::array<const double*, 3>& mass_u) {
  double product = 0;
  for (std::size_t begin = 0; begin < block.n_values; begin += n_values_)
    for (int d = 0; d < field_.n_components(); ++d) {
      const double* phi = field_.now(d).data() + block.offset + begin;
      filter_(phi, low_.data());
      for (std::size_t q = 0; q < n_values_; ++q) low_[q] = phi[q] - low_[q];
      product += kernels::inner_product(low_.data(), mass_u[d] + begin, n_values_);
    }
  return -chi_ * product;
}

kernels::Cost RelaxationTerm::power_cost() const {
  const kernels::Cost product{3.0 * static_cast<double>(n_values_), 0.0};
  return (kernels::element_filter_cost(filter_.shape()) + product) * field_.n_components();
}

}  // namespace lobatto::physics
