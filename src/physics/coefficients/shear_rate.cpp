#include "physics/coefficients/shear_rate.hpp"

#include <cmath>

namespace lobatto::physics {

void ShearRate::evaluate_element(int e, const std::array<std::span<const double>, 3>& u,
                                 std::span<double> out) {
  const auto& gradient = gradients_.of(e, {u[0].data(), u[1].data(), u[2].data()});
  for (std::size_t q = 0; q < out.size(); ++q)
    out[q] = std::sqrt(2 * strain_squared(gradient.at(q)));
}

void ShearRate::evaluate(const space::VectorField& velocity, std::span<double> out) {
  const std::size_t size = space_.element_size();
  for (int e = 0; e < space_.n_elements(); ++e) {
    const auto at = [&](int d) { return std::span(velocity[d]).subspan(e * size, size); };
    evaluate_element(e, {at(0), at(1), at(2)}, out.subspan(e * size, size));
  }
  space_.make_continuous(out);
}

}  // namespace lobatto::physics
