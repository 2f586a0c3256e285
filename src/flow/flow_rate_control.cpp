#include "flow/flow_rate_control.hpp"

namespace lobatto::flow {

FlowRateControl::FlowRateControl(const space::BoxSpace& space, const FlowRate& settings,
                                 double viscosity)
    : space_(space), settings_(settings), viscosity_(viscosity), response_(space.make_field()) {}

double FlowRateControl::apply(double leading, HelmholtzSolver& solver,
                              std::span<double> velocity_component) {
  if (leading != leading_) update_response(leading, solver);
  const double mean = space_.integrate(velocity_component) / space_.mesh().volume();
  const double force = (settings_.bulk_velocity - mean) / mean_response_;
  for (std::size_t q = 0; q < velocity_component.size(); ++q)
    velocity_component[q] += force * response_[q];
  return force;
}

void FlowRateControl::update_response(double leading, HelmholtzSolver& solver) {
  const std::size_t size = space_.element_size();
  const int n_x = space_.mesh().n_x();
  const auto mass = space_.reference_mass();
  const auto source = [&](int column, double* f) {
    for (int x = 0; x < n_x; ++x) {
      const double jacobian = space_.jacobian(column * n_x + x);
      for (std::size_t q = 0; q < size; ++q) f[x * size + q] = jacobian * mass[q];
    }
  };
  solver.solve(leading, viscosity_, {source, {}, response_});
  mean_response_ = space_.integrate(response_) / space_.mesh().volume();
  leading_ = leading;
}

}  // namespace lobatto::flow
