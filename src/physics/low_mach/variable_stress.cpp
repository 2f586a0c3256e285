#include "physics/low_mach/variable_stress.hpp"

#include "base/vector3.hpp"
#include "physics/conditions/pressure_boundary.hpp"

namespace lobatto::physics {

VariableStress::VariableStress(const space::FunctionSpace& space, const Density& density,
                               const Coefficient& viscosity, const state::Variable& velocity)
    : space_(space),
      density_(density),
      viscosity_(viscosity),
      velocity_(velocity),
      operators_(space::make_element_operators(space)) {}

void VariableStress::gradient(const space::ElementBlock& block, const double* of, Vector& out) {
  for (auto& component : out) component.resize(block.n_values);
  operators_->gradient(block.first, block.n_elements, of,
                       {out[0].data(), out[1].data(), out[2].data()});
}

void VariableStress::evaluate(const space::ElementBlock& block,
                              const std::array<const double*, 3>& velocity) {
  const double* const mu = viscosity_.field().now().data() + block.offset;
  const double* const divergence = density_.divergence().data() + block.offset;
  gradient(block, mu, of_viscosity_);
  product_.resize(block.n_values);
  for (std::size_t q = 0; q < block.n_values; ++q) product_[q] = mu[q] * divergence[q];
  gradient(block, product_.data(), of_product_);
  for (int j = 0; j < 3; ++j) gradient(block, velocity[j], of_velocity_[j]);
  for (int i = 0; i < 3; ++i) {
    f_[i].resize(block.n_values);
    for (std::size_t q = 0; q < block.n_values; ++q) {
      double sum = -divergence[q] * of_viscosity_[i][q];
      for (int j = 0; j < 3; ++j) sum += of_viscosity_[j][q] * of_velocity_[j][i][q];
      f_[i][q] = sum;
    }
  }
}

std::array<const double*, 3> VariableStress::of_pressure(
    const time::NextStep& next, const space::ElementBlock& block,
    const std::array<const double*, 3>& u_hat) {
  const auto extrapolation = next.extrapolation_of(PressureBoundary::max_order);
  std::array<const double*, 3> u_star;
  for (int d = 0; d < 3; ++d) {
    ahead_[d].assign(block.n_values, 0.0);
    for (int level = 0; level < extrapolation.order; ++level) {
      const double* const u = velocity_.at(level + 1, d).data() + block.offset;
      for (std::size_t q = 0; q < block.n_values; ++q)
        ahead_[d][q] += extrapolation.history[level] * u[q];
    }
    u_star[d] = ahead_[d].data();
    result_[d].resize(block.n_values);
  }
  evaluate(block, u_star);
  const double* const volume = density_.volume().data() + block.offset;
  gradient(block, volume, of_volume_);
  const auto& [g, reference] =
      std::pair(density_.settings().gravity, density_.settings().reference);
  for (std::size_t q = 0; q < block.n_values; ++q) {
    const double mu = viscosity_.field().now()[block.offset + q];
    const auto& s = of_velocity_;
    const base::Vector3 vorticity{s[2][1][q] - s[1][2][q], s[0][2][q] - s[2][0][q],
                                  s[1][0][q] - s[0][1][q]};
    const auto turned =
        base::cross(vorticity, {of_volume_[0][q], of_volume_[1][q], of_volume_[2][q]});
    for (int i = 0; i < 3; ++i)
      result_[i][q] = u_hat[i][q] + volume[q] * (2 * f_[i][q] + 4.0 / 3.0 * of_product_[i][q]) -
                      mu * turned[i] + (1 - reference * volume[q]) * g[i];
  }
  return {result_[0].data(), result_[1].data(), result_[2].data()};
}

void VariableStress::of_velocity(const space::ElementBlock& block, const state::Variable& u_star,
                                 const std::array<double*, 3>& u_hat) {
  std::array<const double*, 3> velocity;
  for (int d = 0; d < 3; ++d) velocity[d] = u_star.now(d).data() + block.offset;
  evaluate(block, velocity);
  const double* const rho = density_.now().data() + block.offset;
  const auto& g = density_.settings().gravity;
  const double reference = density_.settings().reference;
  for (int i = 0; i < 3; ++i)
    for (std::size_t q = 0; q < block.n_values; ++q)
      u_hat[i][q] =
          rho[q] * u_hat[i][q] + f_[i][q] + of_product_[i][q] / 3 + (rho[q] - reference) * g[i];
}

void VariableStress::kinematic_viscosity(space::Field& out) const {
  const auto& mu = viscosity_.field().now();
  for (std::size_t q = 0; q < out.size(); ++q) out[q] = mu[q] * density_.volume()[q];
}

/// Six gradients and some fifty operations at a node, for both equations.
kernels::Cost VariableStress::cost() const {
  const auto n = static_cast<double>(space_.n()), size = static_cast<double>(space_.element_size());
  return {(66.0 * n + 120.0) * size, 8.0 * 20.0 * size};
}

}  // namespace lobatto::physics
