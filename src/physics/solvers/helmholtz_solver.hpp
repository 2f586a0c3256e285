#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "direct/tensor_solver.hpp"
#include "kernels/vector_updates.hpp"
#include "krylov/conjugate_gradients.hpp"
#include "perf/profiler.hpp"
#include "physics/settings.hpp"
#include "physics/solvers/surface_mass.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"
#include "space/scaled_stiffness.hpp"

namespace lobatto::physics {

/// One right-hand side of a HelmholtzSolver.
struct HelmholtzProblem {
  direct::TensorSolver::ColumnSource rhs;
  /// Where an iterative solver starts. Empty: from zero, and this right-hand side belongs to no
  /// sequence that better guesses could be learnt from.
  std::span<const kernels::Term> guess;
  std::span<double> u;  ///< may be what `rhs` reads, but not in `guess`
};

/// A guess from the last levels of the solution: linear in the number of steps from the second step
/// on.
std::vector<kernels::Term> extrapolated_guess(int order, const double* newest,
                                              const double* before);

/// Solves (mass_coefficient M + K) u = f, K the stiffness with a coefficient that is a number or,
/// for the two by conjugate gradients, a field, with one homogeneous condition a part of the
/// boundary.
class HelmholtzSolver {
 public:
  virtual ~HelmholtzSolver() = default;

  /// Right-hand sides with the same operator, as direct::TensorSolver::solve each; iterative
  /// solvers take them together, as many as they were made for. One report each.
  virtual std::vector<krylov::SolveReport> solve_all(
      double mass_coefficient, const space::StiffnessCoefficient& stiffness,
      std::span<const HelmholtzProblem> problems) = 0;
  krylov::SolveReport solve(double mass_coefficient, const space::StiffnessCoefficient& stiffness,
                            const HelmholtzProblem& problem) {
    return solve_all(mass_coefficient, stiffness, {&problem, 1}).front();
  }
  /// What it remembers from solve to solve; nothing for a direct solver.
  virtual void visit_state(base::StateVisitor& /*visitor*/, const std::string& /*name*/,
                           const base::RowSet& /*elements*/) {}
  [[nodiscard]] virtual std::string name() const = 0;
  /// The algorithm's work of the last call on this rank.
  [[nodiscard]] virtual double flops() const = 0;
  [[nodiscard]] virtual double bytes() const = 0;
  /// The part of it that the solver has counted itself, in regions of its own.
  [[nodiscard]] virtual kernels::Cost counted() const { return {}; }
  /// Seconds spent in moving data between ranks since the last call.
  [[nodiscard]] virtual double take_transpose_seconds() = 0;
};

/// Work memory of the direct solvers, shared by those that never run at the same time.
using SharedWorkspace = std::shared_ptr<direct::Workspace>;

std::unique_ptr<HelmholtzSolver> make_tensor_helmholtz(const space::FunctionSpace& space,
                                                       const space::BoundaryConditions& conditions,
                                                       const SharedWorkspace& workspace);
/// For up to n_components right-hand sides at once: the k-th of a call belongs to the same sequence
/// as the k-th of other calls. `surface` is added to the operator.
std::unique_ptr<HelmholtzSolver> make_jacobi_cg_helmholtz(
    const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
    const IterativeHelmholtz& settings, int n_components, SurfaceMass surface = {});
/// Conjugate gradients preconditioned by the tensor direct solver with the mean of the coefficient:
/// the number of iterations depends on how far the coefficient is from its mean, and hardly on mesh
/// and step. For a positive mass_coefficient.
std::unique_ptr<HelmholtzSolver> make_tensor_cg_helmholtz(
    const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
    const IterativeHelmholtz& settings, const SharedWorkspace& workspace);
/// For mass_coefficient 0 and stiffness 1 and one right-hand side alone. Its parts are
/// regions of `profiler`, which must live as long: "operator", "projection" and those of
/// precond::SchwarzMultigrid. By the rates its coarse solver is chosen.
std::unique_ptr<HelmholtzSolver> make_schwarz_poisson(const space::FunctionSpace& space,
                                                      const space::BoundaryConditions& conditions,
                                                      const IterativePoisson& settings,
                                                      perf::Profiler& profiler,
                                                      const perf::MachineRates& rates = {});
std::unique_ptr<HelmholtzSolver> make_helmholtz_solver(HelmholtzMethod method,
                                                       const space::FunctionSpace& space,
                                                       const space::BoundaryConditions& conditions,
                                                       const IterativeHelmholtz& settings,
                                                       int n_components,
                                                       const SharedWorkspace& workspace);

}  // namespace lobatto::physics
