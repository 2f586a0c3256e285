#include "physics/closures/subgrid_viscosity.hpp"

namespace lobatto::physics {

SubgridViscosity::SubgridViscosity(state::State& state, const SubgridSettings& settings,
                                   perf::Profiler& profiler)
    : state_(state),
      region_(profiler, "sub-grid model"),
      model_(make_subgrid_model(settings, state.space())) {}

/// The level before is there for fields that are written of it.
void SubgridViscosity::declare() { field_ = &state_.declare(name, {.n_levels = 2}); }

void SubgridViscosity::evaluate() {
  region_([&] {
    model_->evaluate(state_, field_->now());
    state_.space().make_continuous(field_->now());
    region_.count(model_->cost() * state_.space().n_elements());
  });
}

}  // namespace lobatto::physics
