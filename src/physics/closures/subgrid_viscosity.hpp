#pragma once

#include <memory>

#include "perf/profiler.hpp"
#include "physics/closures/subgrid_model.hpp"
#include "physics/work_region.hpp"
#include "state/state.hpp"

namespace lobatto::physics {

/// The eddy viscosity nu_t of a flow while a run goes on: the field "eddy_viscosity" of the state,
/// which follows from the other fields of its level. Zero where an element is solid.
class SubgridViscosity {
 public:
  static constexpr const char* name = "eddy_viscosity";

  /// is_steady: of a velocity that never changes. The state and the profiler must live as long.
  SubgridViscosity(state::State& state, std::unique_ptr<SubgridModel> model, bool is_steady,
                   perf::Profiler& profiler);

  /// Declares the field in the state; what follows needs that. The unknowns of the equations come
  /// before it.
  void declare();
  /// The current level, from the solution of that level; where elements of the fluid meet the mean
  /// of what each of them has. Collective.
  void evaluate();
  /// The same after a step.
  void follow() {
    if (!is_steady_) evaluate();
  }
  /// Makes the current level the one before.
  void advance() { field_->advance(); }

 private:
  state::State& state_;
  bool is_steady_;
  WorkRegion region_;
  std::unique_ptr<SubgridModel> model_;
  state::Variable* field_ = nullptr;
};

}  // namespace lobatto::physics
