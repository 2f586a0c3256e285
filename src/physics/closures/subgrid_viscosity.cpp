#include "physics/closures/subgrid_viscosity.hpp"

#include <span>
#include <utility>

namespace lobatto::physics {

SubgridViscosity::SubgridViscosity(state::State& state, std::unique_ptr<SubgridModel> model,
                                   bool is_steady, perf::Profiler& profiler)
    : state_(state),
      is_steady_(is_steady),
      region_(profiler, WorkPart::subgrid_model),
      model_(std::move(model)) {}

/// The level before is there for fields that are written of it.
void SubgridViscosity::declare() {
  field_ = &state_.declare(name, {.n_levels = is_steady_ ? 1 : 2});
}

void SubgridViscosity::evaluate() {
  region_([&] {
    const space::FunctionSpace& fluid = state_.space().fluid();
    const std::span eddies = std::span<double>(field_->now()).first(fluid.size());
    model_->evaluate(state_, eddies);
    fluid.make_continuous(eddies);
    region_.count(model_->cost() * fluid.n_elements());
  });
}

}  // namespace lobatto::physics
