#include "physics/coefficients/shear_rate.hpp"

#include <cmath>

namespace lobatto::physics {

ShearRate::ShearRate(const space::FunctionSpace& space)
    : space_(space), operators_(space::make_element_operators(space)) {
  for (auto& component : slopes_)
    for (auto& slope : component) slope.resize(space.element_size());
}

/// 2 S : S = 2 sum_i u_ii^2 + sum_{i<j} (u_ij + u_ji)^2
void ShearRate::evaluate_element(int e, const std::array<std::span<const double>, 3>& u,
                                 std::span<double> out) {
  for (int c = 0; c < 3; ++c)
    operators_->gradient(e, u[c],
                         {slopes_[c][0].data(), slopes_[c][1].data(), slopes_[c][2].data()});
  for (std::size_t q = 0; q < out.size(); ++q) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const double along = slopes_[i][i][q], across = slopes_[i][j][q] + slopes_[j][i][q];
      sum += 2.0 * along * along + across * across;
    }
    out[q] = std::sqrt(sum);
  }
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
