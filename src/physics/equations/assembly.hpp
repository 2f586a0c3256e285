#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "perf/profiler.hpp"
#include "physics/coefficients/coefficient.hpp"
#include "physics/equations/equation.hpp"
#include "physics/equations/explicit_part.hpp"
#include "physics/settings.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "state/state.hpp"

namespace lobatto::physics {

/// The equations of a case while they are made, for those who add to them: a term to what is
/// carried, CarriedField::add(), a field to the state, an equation to the list.
struct Assembly {
  state::State& state;  ///< has the velocity and the scalars
  ExplicitPart& explicit_part;
  CarriedField* velocity;                             ///< null where it is given
  std::vector<CarriedField*>& scalars;                ///< in the order of the settings
  std::vector<std::unique_ptr<Equation>>& equations;  ///< solved in this order
  perf::Profiler& profiler;
  const FlowSettings& settings;
  const SharedWorkspace& workspace;  ///< of solvers
  /// A coefficient of an equation, which predicts it before a solve. Where the flow has an eddy
  /// viscosity, that over a turbulent Prandtl number comes on top of what the settings say.
  std::function<Coefficient&(const std::string& name, const CoefficientSettings& settings,
                             double turbulent_prandtl)>
      add_coefficient;
};

}  // namespace lobatto::physics
