#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/function_ref.hpp"
#include "perf/profiler.hpp"
#include "physics/equations/equation_system.hpp"
#include "physics/settings.hpp"
#include "stability/reverse_schedule.hpp"
#include "state/state.hpp"

namespace lobatto::stability {

/// Velocity, three components, then scalars.
using Parts = std::vector<space::Field>;

/// The derivatives of an objective J of a run, a number that its levels give: with fields g,
///   dJ = int g . du^0 of the initial fields, and dJ = int g . df of a force that does not change
/// with time, and of sources of the scalars; by the viscosity and the diffusivities, and by what
/// the boundary gives at each of its nodes, all the time. The transpose of the steps taken
/// (AdjointFlow), about each of their levels, some of which are kept and the others computed again,
/// bit for bit.
class FlowGradient {
 public:
  /// A flow that can be linearised; all must live as long. Throws base::Error where it cannot.
  FlowGradient(state::State& state, physics::EquationSystem& equations,
               const physics::FlowSettings& settings);

  struct Run {
    long long n_steps = 1;
    double dt = 0;
    int n_snapshots = 1;  ///< states that are kept in memory at a time, the first among them
    int n_on_disk = 0;    ///< beside them, in `scratch`
    std::filesystem::path scratch = {};
    /// Told now and then which share of the work is done.
    std::function<void(double share)> watch = {};
  };
  /// What a run takes.
  struct Plan {
    ReverseSchedule schedule;
    std::vector<char> on_disk;  ///< by places of the stack of snapshots
    /// Of a snapshot, on all ranks; what iterative solvers remember comes on top.
    double bytes = 0;
  };
  struct Result {
    double value = 0;
    Parts of_initial, of_force;
    std::vector<double> of_coefficients;  ///< viscosity, then diffusivities
    /// Components are those of Parts.
    std::vector<physics::BoundaryDerivative> of_boundary = {};
    long long n_steps_taken = 0;  ///< forwards, those taken again among them
  };
  /// What the level that was reached, of so many steps, adds to J; adds to `slope`, which is zero
  /// and of what `dJ` needs at its nodes: dJ = int slope . du of this level. Called once for each
  /// level, from the last to the first.
  using Objective = base::FunctionRef<double(long long level, Parts& slope)>;

  /// Collective.
  [[nodiscard]] Plan plan(const Run& run) const;
  /// Of a run that begins anew with the fields as they are. In the end, and where something throws
  /// on all ranks, the state is what it was. Throws base::Error where the flow blows up.
  /// Collective.
  Result find(const Run& run, Objective objective);

 private:
  class Work;
  [[nodiscard]] Parts make_parts() const;

  state::State& state_;
  physics::EquationSystem& equations_;
  std::size_t n_parts_;
  int order_;
  perf::Profiler profiler_;
  state::State perturbation_;
  physics::EquationSystem linear_;
  std::unique_ptr<physics::AdjointFlow> adjoint_;
};

}  // namespace lobatto::stability
