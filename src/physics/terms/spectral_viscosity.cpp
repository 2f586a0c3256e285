#include "physics/terms/spectral_viscosity.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/vectors/inner_products.hpp"
#include "poly/modal_filter.hpp"

namespace lobatto::physics {

namespace {

double strength_of(double velocity, const space::FunctionSpace& space) {
  return 2 * velocity / space.order();
}

poly::Matrix root_of(int n_modes, const space::FunctionSpace& space) {
  return poly::spectral_viscosity_root(space.nodes(), space.derivative(), n_modes);
}

/// |grad r_a| of a direction.
double length_of(const std::array<double, 3>& gradient) {
  return std::sqrt(std::inner_product(gradient.begin(), gradient.end(), gradient.begin(), 0.0));
}

}  // namespace

SpectralViscosityTerm::SpectralViscosityTerm(int n_modes, double velocity,
                                             const state::Variable& field,
                                             const space::FunctionSpace& space)
    : field_(field),
      space_(space),
      n_values_(space.element_size()),
      strength_(strength_of(velocity, space)),
      root_(root_of(n_modes, space)),
      root_transposed_(poly::transpose(root_)),
      line_(poly::spectral_viscosity_line(space.nodes(), root_)),
      line_transposed_(poly::transpose(line_)),
      products_(space.shape(), false),
      product_(n_values_),
      along_(n_values_),
      taken_(n_values_) {
  if (space.curved() != nullptr) weigh_curved_elements();
}

void SpectralViscosityTerm::weigh_curved_elements() {
  weights_ = base::AlignedArray<double>(3 * space_.size());
  for (int e = 0; e < space_.n_elements(); ++e) {
    double* weights = weights_.data() + 3 * n_values_ * e;
    const auto mass = space_.mass(e);
    for (std::size_t q = 0; q < n_values_; ++q) {
      const auto metric = space_.metric(e, q);
      for (std::size_t a = 0; a < 3; ++a)
        weights[a * n_values_ + q] = mass(q) * strength_ * length_of(metric[a]);
    }
  }
}

void SpectralViscosityTerm::multiply(int direction, const poly::Matrix& matrix,
                                     const poly::Matrix& transposed, const double* phi,
                                     double* out) const {
  if (direction == 0) products_.along_x(transposed.values.data(), phi, out);
  if (direction == 1) products_.along_y(matrix.values.data(), phi, out);
  if (direction == 2) products_.along_z(matrix.values.data(), phi, out);
}

void SpectralViscosityTerm::add_along(int e, int direction, const double* phi) {
  if (weights_.size() == 0) {
    multiply(direction, line_, line_transposed_, phi, along_.data());
    const double factor = strength_ * 2 / space_.lengths(e)[direction];
    for (std::size_t q = 0; q < n_values_; ++q) taken_[q] += factor * along_[q];
    return;
  }
  const double* weights =
      weights_.data() + (3 * static_cast<std::size_t>(e) + direction) * n_values_;
  multiply(direction, root_, root_transposed_, phi, product_.data());
  for (std::size_t q = 0; q < n_values_; ++q) product_[q] *= weights[q];
  multiply(direction, root_transposed_, root_, product_.data(), along_.data());
  for (std::size_t q = 0; q < n_values_; ++q) taken_[q] += along_[q];
}

void SpectralViscosityTerm::evaluate(int e, const double* phi) {
  taken_.fill(0.0);
  for (int a = 0; a < space_.shape().n_directions(); ++a) add_along(e, a, phi);
  if (weights_.size() == 0) return;
  const auto mass = space_.mass(e);
  for (std::size_t q = 0; q < n_values_; ++q) taken_[q] /= mass(q);
}

void SpectralViscosityTerm::add_to(const ElementBlock& block, std::span<double* const> e) {
  if (block.first >= space_.n_elements()) return;  // solid
  for (std::size_t d = 0; d < e.size(); ++d)
    for (int b = 0; b < block.n_elements; ++b) {
      const std::size_t begin = b * n_values_;
      evaluate(block.first + b, field_.at(1, static_cast<int>(d)).data() + block.offset + begin);
      for (std::size_t q = 0; q < n_values_; ++q) e[d][begin + q] += taken_[q];
    }
}

/// The field is in cache, the advection has just read it.
kernels::Cost SpectralViscosityTerm::cost() const {
  const auto values = static_cast<double>(n_values_);
  const double n = space_.n();
  const kernels::Cost on_boxes{(6 * n + 7) * values, 0.0};
  const kernels::Cost on_curves{(12 * n + 8) * values, 8 * 3 * values};
  return (space_.curved() == nullptr ? on_boxes : on_curves) * field_.n_components();
}

double SpectralViscosityTerm::power(const ElementBlock& block,
                                    const std::array<const double*, 3>& mass_u) {
  double taken = 0;
  for (int b = 0; b < block.n_elements; ++b)
    for (int d = 0; d < field_.n_components(); ++d) {
      const std::size_t begin = b * n_values_;
      evaluate(block.first + b, field_.now(d).data() + block.offset + begin);
      taken += kernels::inner_product(taken_.data(), mass_u[d] + begin, n_values_);
    }
  return -taken;
}

kernels::Cost SpectralViscosityTerm::power_cost() const {
  const kernels::Cost product{1.0 * static_cast<double>(n_values_), 0.0};
  return cost() + product * field_.n_components();
}

/// Of a curved element: int c J (R D phi)^2 is at most max(c J) times that on the reference
/// element, which is at most the fastest decay there times int phi^2, and that J int phi^2 over
/// min(J).
double spectral_viscosity_rate(int n_modes, double velocity, const space::FunctionSpace& space) {
  double largest = 0;
  for (int e = 0; e < space.n_elements(); ++e) {
    double rate = 0;
    if (space.curved() == nullptr) {
      for (int d = 0; d < space.shape().n_directions(); ++d) rate += 2 / space.lengths(e)[d];
    } else {
      const auto mass = space.mass(e);
      double smallest = INFINITY;
      std::array<double, 3> weights{};
      for (std::size_t q = 0; q < space.element_size(); ++q) {
        const double jacobian = mass(q) / space.reference_mass()[q];
        const auto metric = space.metric(e, q);
        smallest = std::min(smallest, jacobian);
        for (std::size_t a = 0; a < static_cast<std::size_t>(space.shape().n_directions()); ++a)
          weights[a] = std::max(weights[a], jacobian * length_of(metric[a]));
      }
      rate = (weights[0] + weights[1] + weights[2]) / smallest;
    }
    largest = std::max(largest, rate);
  }
  return strength_of(velocity, space) *
         poly::fastest_decay(space.nodes(), root_of(n_modes, space)) *
         space.communicator().max(largest);
}

}  // namespace lobatto::physics
