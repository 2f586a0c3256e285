#include "physics/terms/lorentz_force.hpp"

#include "base/vector3.hpp"

namespace lobatto::physics {

LorentzForce::LorentzForce(const ImposedField& imposed, const state::Variable& velocity,
                           const space::FunctionSpace& space, perf::Profiler& profiler)
    : velocity_(velocity),
      space_(space),
      region_(profiler, "electric potential"),
      interaction_(imposed.interaction),
      periodic_(imposed.periodic),
      electric_field_(imposed.electric_field),
      operators_(space::make_element_operators(space)),
      solver_(space),
      nothing_(space.make_field()),
      divergence_(space.make_field()),
      current_(space.make_vector_field()),
      force_(space.make_vector_field()) {
  for (int d = 0; d < 3; ++d) {
    field_[d] = space.make_field();
    space.evaluate(imposed.field[d], 0, field_[d]);
  }
  for (const int boundary : imposed.conductors) conductors_.push_back({boundary, true, nothing_});
}

/// u x B, in current_.
void LorentzForce::induce(const space::VectorField& velocity) {
  for (std::size_t q = 0; q < space_.size(); ++q) {
    const auto w = base::cross({velocity[0][q], velocity[1][q], velocity[2][q]},
                               {field_[0][q], field_[1][q], field_[2][q]});
    for (int d = 0; d < 3; ++d) current_[d][q] = w[d];
  }
}

void LorentzForce::subtract_gradient() {
  operators_->weak_divergence(0, space_.n_elements(),
                              {current_[0].data(), current_[1].data(), current_[2].data()},
                              divergence_.data());
  const auto potential = solver_.solve({.sides = conductors_, .weak = divergence_}).u;
  operators_->gradient(0, space_.n_elements(), potential.data(),
                       {force_[0].data(), force_[1].data(), force_[2].data()});
  for (int d = 0; d < 3; ++d)
    for (std::size_t q = 0; q < space_.size(); ++q) current_[d][q] -= force_[d][q];
}

/// Adds E.
void LorentzForce::close_circuit() {
  for (int d = 0; d < 3; ++d) {
    if (!periodic_[d]) continue;
    const double electric = electric_field_ ? (*electric_field_)[d] : -space_.mean(current_[d]);
    for (double& current : current_[d]) current += electric;
  }
}

void LorentzForce::evaluate(const space::VectorField& velocity) {
  induce(velocity);
  subtract_gradient();
  close_circuit();
  for (std::size_t q = 0; q < space_.size(); ++q) {
    const auto f = base::cross({current_[0][q], current_[1][q], current_[2][q]},
                               {field_[0][q], field_[1][q], field_[2][q]});
    for (int d = 0; d < 3; ++d) force_[d][q] = interaction_ * f[d];
  }
}

void LorentzForce::begin(double /*t*/) {
  region_([&] { evaluate(velocity_.vector(1)); });
}

void LorentzForce::add_to(const ElementBlock& block, std::span<double* const> e) {
  for (int d = 0; d < 3; ++d)
    for (std::size_t q = 0; q < block.n_values; ++q) e[d][q] -= force_[d][block.offset + q];
}

kernels::Cost LorentzForce::cost() const {
  const double n = static_cast<double>(space_.element_size());
  return {3 * n, 24 * n};
}

}  // namespace lobatto::physics
