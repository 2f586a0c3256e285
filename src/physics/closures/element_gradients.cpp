#include "physics/closures/element_gradients.hpp"

#include <cmath>

namespace lobatto::physics {

ElementGradients::ElementGradients(const space::FunctionSpace& space)
    : size_(space.element_size()), n_(space.n()), operators_(space::make_element_operators(space)) {
  for (std::size_t c = 0; c < slopes_.size(); ++c) {
    slopes_[c].resize(size_);
    gradient_.components[c] = slopes_[c].data();
  }
}

const VelocityGradient& ElementGradients::of(int e, const std::array<const double*, 3>& u) {
  for (std::size_t i = 0; i < 3; ++i)
    operators_->gradient(
        e, 1, u[i], {slopes_[3 * i].data(), slopes_[3 * i + 1].data(), slopes_[3 * i + 2].data()});
  return gradient_;
}

kernels::Cost ElementGradients::cost() const {
  return {18.0 * n_ * static_cast<double>(size_), 24.0 * static_cast<double>(size_)};
}

std::array<const double*, 3> on_element(const space::VectorField& velocity, int e,
                                        std::size_t element_size) {
  const std::size_t begin = e * element_size;
  return {velocity[0].data() + begin, velocity[1].data() + begin, velocity[2].data() + begin};
}

double filter_width(double element_volume, int order) { return std::cbrt(element_volume) / order; }

std::vector<double> filter_widths(const space::FunctionSpace& space) {
  std::vector<double> widths;
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto mass = space.mass(e);
    double volume = 0;
    for (std::size_t q = 0; q < space.element_size(); ++q) volume += mass(q);
    widths.push_back(filter_width(volume, space.order()));
  }
  return widths;
}

}  // namespace lobatto::physics
