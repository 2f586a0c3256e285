// What a state of the flow looks like, and what feeds its kinetic energy.
#include <array>
#include <cmath>

#include "flow/navier_stokes.hpp"
#include "kernels/inner_products.hpp"

namespace lobatto::flow {

FlowState NavierStokes::state() {
  perf::Profiler::Scope scope(profiler_, regions_.diagnostics);
  kernels::FlowDiagnostics sums;
  const std::size_t size = space_.element_size();
  double work = 0;
  for (int e = 0; e < space_.n_elements(); ++e) {
    std::array<const double*, 3> u;
    for (int d = 0; d < 3; ++d) u[d] = velocity_.now(d).data() + e * size;
    operators_->accumulate_diagnostics(e, u, sums);
    work += power_of_forces(e, u);
  }
  count(regions_.diagnostics, operators_->diagnostics_cost() * space_.n_elements());
  std::array<double, 4> totals{sums.kinetic_energy, sums.enstrophy, sums.divergence_squared,
                               work + power_};
  space_.communicator().sum(totals);
  const double volume = space_.volume();
  FlowState state;
  state.kinetic_energy = totals[0] / volume;
  state.enstrophy = totals[1] / volume;
  state.divergence = std::sqrt(totals[2] / volume);
  state.cfl_rate = space_.communicator().max(sums.max_courant_rate);
  state.power = totals[3] / volume;
  return state;
}

void NavierStokes::update_power(const time::NextStep& next, const StepReport& report) {
  perf::Profiler::Scope scope(profiler_, regions_.diagnostics);
  power_ = boundary_energy_.power(velocity_.vector(), pressure_.now());
  for (int d = 0; d < 3; ++d)
    power_ += velocity_values_[d].power(next.bdf.leading, settings_.viscosity, velocity_.now(d));
  if (!flow_rate_) return;
  // The force came after the right-hand side was recorded.
  const double force = *report.pressure_gradient;
  power_ -= force * velocity_values_[flow_rate_->direction()].integral();
  if (space_.communicator().rank() == 0) power_ += force * *report.bulk_velocity * space_.volume();
}

double NavierStokes::power_of_forces(int e, const std::array<const double*, 3>& u) {
  if (!settings_.body_force && settings_.buoyancy.empty()) return 0;
  const std::size_t size = space_.element_size(), offset = e * size;
  const auto mass = space_.mass(e);
  const kernels::Cost cost_of_a_force{4.0 * static_cast<double>(size),
                                      8.0 * static_cast<double>(size)};
  double power = 0;
  source_.resize(size);  // M u
  for (int d = 0; d < 3; ++d) {
    for (std::size_t q = 0; q < size; ++q) source_[q] = mass(q) * u[d][q];
    if (settings_.body_force) {
      power += kernels::inner_product(body_force_[d].data() + offset, source_.data(), size);
      count(regions_.diagnostics, cost_of_a_force);
    }
    for (const auto& buoyancy : settings_.buoyancy) {
      const double factor = buoyancy.coefficient * buoyancy.direction[d];
      if (factor == 0.0) continue;
      const double* scalar = scalars_[buoyancy.scalar]->value().now().data() + offset;
      power += factor * (kernels::inner_product(scalar, source_.data(), size) -
                         buoyancy.reference * kernels::sum(source_));
      count(regions_.diagnostics, cost_of_a_force);
    }
  }
  return power;
}

}  // namespace lobatto::flow
