#pragma once

#include "physics/equations/assembly.hpp"
#include "physics/settings.hpp"
#include "physics/terms/buoyancy.hpp"
#include "physics/terms/relaxation.hpp"
#include "physics/terms/solution_force.hpp"
#include "physics/terms/spectral_viscosity.hpp"
#include "physics/terms/step_filter.hpp"

// What is added to the equations: forces, and what damps the highest modes.

namespace lobatto::test {

template <class Term>
physics::Addition damping(int n_modes, double strength, bool of_scalars = true) {
  return [=](physics::Assembly& assembly) {
    const auto add = [&](physics::CarriedField& field) {
      field.add(
          std::make_unique<Term>(n_modes, strength, field.field(), assembly.state.space().fluid()));
    };
    add(*assembly.velocity);
    if (of_scalars)
      for (auto* scalar : assembly.scalars) add(*scalar);
  };
}

inline physics::Addition relaxation(int n_modes, double chi, bool of_scalars = true) {
  return damping<physics::RelaxationTerm>(n_modes, chi, of_scalars);
}
inline physics::Addition spectral_viscosity(int n_modes, double velocity) {
  return damping<physics::SpectralViscosityTerm>(n_modes, velocity);
}
inline physics::Addition step_filter(int n_modes, double weight) {
  return [=](physics::Assembly& assembly) {
    const auto end = std::make_shared<physics::StepFilter>(n_modes, weight, assembly.state.space(),
                                                           assembly.profiler);
    for (const auto& field : assembly.explicit_part.carried()) field->add_at_end(end);
  };
}

inline physics::Addition buoyancy(const physics::Buoyancy& settings) {
  return [=](physics::Assembly& assembly) {
    assembly.velocity->add(std::make_unique<physics::BuoyancyTerm>(
        settings, assembly.scalars[settings.scalar]->field(),
        assembly.state.space().element_size()));
  };
}
inline physics::Addition solution_force(const physics::VectorSource& force) {
  return [=](physics::Assembly& assembly) {
    std::vector<const state::Variable*> scalars;
    for (auto* scalar : assembly.scalars) scalars.push_back(&scalar->field());
    assembly.velocity->add(std::make_unique<physics::SolutionForce>(
        force, assembly.state, assembly.velocity->field(), scalars));
  };
}

}  // namespace lobatto::test
