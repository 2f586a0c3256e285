#include "physics/diagnostics.hpp"

#include <array>
#include <cmath>

#include "space/element_blocks.hpp"

namespace lobatto::physics {

Diagnostics::Diagnostics(const space::FunctionSpace& space, perf::Profiler& profiler,
                         double wave_number, const MovingMesh* mesh)
    : space_(space),
      mesh_(mesh),
      region_(profiler, WorkPart::diagnostics),
      operators_(space::make_element_operators(space, wave_number)),
      blocks_(space::blocks_of(space)) {}

FlowState Diagnostics::look(const state::Variable& velocity, const Momentum* momentum) {
  FlowState state;
  if (space_.volume() == 0) return state;  // all elements are solid
  region_([&] {
    kernels::FlowDiagnostics sums;
    const bool has_forces = momentum != nullptr && momentum->has_forces();
    Power power = momentum != nullptr ? momentum->power_of_the_step() : Power{};
    for (const ElementBlock& block : blocks_) {
      std::array<const double*, 3> u;
      for (int d = 0; d < 3; ++d) u[d] = velocity.now(d).data() + block.offset;
      operators_->accumulate_diagnostics(block.first, block.n_elements, u, sums);
      if (!has_forces) continue;
      const Power of_forces = power_of_forces(block, velocity, *momentum);
      power.total += of_forces.total;
      power.of_filter += of_forces.of_filter;
    }
    region_.count(operators_->diagnostics_cost() * space_.n_elements());
    if (momentum != nullptr && momentum->density() != nullptr)
      sums.kinetic_energy = weighed_energy(velocity, momentum->density()->now());
    if (has_forces) region_.count(momentum->power_of_forces_cost() * space_.n_elements());
    if (mesh_ != nullptr) sums.max_courant_rate = courant_rate(velocity, *mesh_);
    std::array<double, 5> totals{sums.kinetic_energy, sums.enstrophy, sums.divergence_squared,
                                 power.total, power.of_filter};
    space_.communicator().sum(totals);
    const double volume = space_.volume();
    state.kinetic_energy = totals[0] / volume;
    state.enstrophy = totals[1] / volume;
    state.divergence = std::sqrt(totals[2] / volume);
    state.cfl_rate = space_.communicator().max(sums.max_courant_rate);
    state.power = totals[3] / volume;
    if (momentum != nullptr && momentum->has_filter()) state.filter_power = totals[4] / volume;
  });
  return state;
}

double Diagnostics::courant_rate(const state::Variable& velocity, const MovingMesh& mesh) {
  kernels::FlowDiagnostics sums;
  std::array<std::vector<double>, 3> relative;
  for (const ElementBlock& block : blocks_) {
    for (int d = 0; d < 3; ++d) {
      relative[d].resize(block.n_values);
      for (std::size_t q = 0; q < block.n_values; ++q)
        relative[d][q] = velocity.now(d)[block.offset + q] - mesh.velocity()[d][block.offset + q];
    }
    operators_->accumulate_diagnostics(block.first, block.n_elements,
                                       {relative[0].data(), relative[1].data(), relative[2].data()},
                                       sums);
  }
  return sums.max_courant_rate;
}

double Diagnostics::weighed_energy(const state::Variable& velocity, const space::Field& density) {
  const std::size_t size = space_.element_size();
  double energy = 0;
  for (int e = 0; e < space_.n_elements(); ++e) {
    const auto mass = space_.mass(e);
    double of_element = 0;
    for (std::size_t i = 0, q = e * size; i < size; ++i, ++q)
      for (int d = 0; d < 3; ++d)
        of_element += 0.5 * mass(i) * density[q] * velocity.now(d)[q] * velocity.now(d)[q];
    energy += of_element;
  }
  return energy;
}

Power Diagnostics::power_of_forces(const ElementBlock& block, const state::Variable& velocity,
                                   const Momentum& momentum) {
  const std::size_t size = space_.element_size();
  for (int d = 0; d < 3; ++d) {
    mass_u_[d].resize(block.n_values);
    for (int b = 0; b < block.n_elements; ++b) {
      const auto mass = space_.mass(block.first + b);
      const std::size_t begin = block.offset + b * size;
      const double* u = velocity.now(d).data() + begin;
      for (std::size_t q = 0; q < size; ++q) mass_u_[d][b * size + q] = mass(q) * u[q];
      if (const Density* density = momentum.density())
        for (std::size_t q = 0; q < size; ++q)
          mass_u_[d][b * size + q] *= density->now()[begin + q];
    }
  }
  return momentum.power_of_forces(block, {mass_u_[0].data(), mass_u_[1].data(), mass_u_[2].data()});
}

}  // namespace lobatto::physics
