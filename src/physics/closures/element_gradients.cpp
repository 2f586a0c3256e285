#include "physics/closures/element_gradients.hpp"

#include <cmath>

namespace lobatto::physics {

ElementGradients::ElementGradients(const space::FunctionSpace& space)
    : size_(space.element_size()),
      n_(space.n()),
      operators_(space::make_element_operators(space)) {}

const VelocityGradient& ElementGradients::of(const space::ElementBlock& block,
                                             const std::array<const double*, 3>& u) {
  const std::size_t size = block.n_values;
  if (slopes_.size() < 9 * size) slopes_.resize(9 * size);
  for (std::size_t i = 0; i < 3; ++i) {
    double* const slopes = slopes_.data() + 3 * i * size;
    operators_->gradient(block.first, block.n_elements, u[i],
                         {slopes, slopes + size, slopes + 2 * size});
    for (std::size_t j = 0; j < 3; ++j) gradient_.components[3 * i + j] = slopes + j * size;
  }
  return gradient_;
}

kernels::Cost ElementGradients::cost() const {
  return {18.0 * n_ * static_cast<double>(size_), 24.0 * static_cast<double>(size_)};
}

std::array<const double*, 3> on_block(const space::VectorField& velocity,
                                      const space::ElementBlock& block) {
  const std::size_t begin = block.offset;
  return {velocity[0].data() + begin, velocity[1].data() + begin, velocity[2].data() + begin};
}

double filter_width(double element_volume, int order) { return std::cbrt(element_volume) / order; }

std::vector<double> filter_widths(const space::FunctionSpace& space) {
  std::vector<double> widths;
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto mass = space.mass(e);
    double volume = 0;
    for (std::size_t q = 0; q < space.element_size(); ++q) volume += mass(q);
    widths.push_back(space.is_plane() ? std::sqrt(volume / space.thickness()) / space.order()
                                      : filter_width(volume, space.order()));
  }
  return widths;
}

void ShearRate::evaluate_block(const space::ElementBlock& block,
                               const std::array<const double*, 3>& u, std::span<double> out) {
  const auto& gradient = gradients_.of(block, u);
  for (std::size_t q = 0; q < out.size(); ++q)
    out[q] = std::sqrt(2 * strain_squared(gradient.at(q)));
}

void ShearRate::evaluate(const space::VectorField& velocity, std::span<double> out) {
  for (const auto& block : space::blocks_of(space_, space::nodes_with_gradients))
    evaluate_block(block, on_block(velocity, block), out.subspan(block.offset, block.n_values));
  space_.make_continuous(out);
}

}  // namespace lobatto::physics
