#pragma once

#include <memory>
#include <span>
#include <string>

#include "direct/tensor_solver.hpp"
#include "flow/settings.hpp"
#include "krylov/conjugate_gradients.hpp"
#include "space/box_space.hpp"

namespace lobatto::flow {

/// Solves (mass_coefficient M + stiffness_coefficient K) u = f with one homogeneous condition a
/// face.
class HelmholtzSolver {
 public:
  using ColumnSource = direct::TensorSolver::ColumnSource;
  virtual ~HelmholtzSolver() = default;

  /// As direct::TensorSolver::solve. `guess`, where an iterative solver starts, may be empty; it
  /// must not be u.
  virtual krylov::SolveReport solve(double mass_coefficient, double stiffness_coefficient,
                                    ColumnSource rhs, std::span<const double> guess,
                                    std::span<double> u) = 0;
  [[nodiscard]] virtual std::string name() const = 0;
  /// The algorithm's work of the last solve on this rank.
  [[nodiscard]] virtual double flops() const = 0;
  [[nodiscard]] virtual double bytes() const = 0;
  /// Seconds spent in moving data between ranks since the last call.
  [[nodiscard]] virtual double take_transpose_seconds() = 0;
};

/// Work memory of the direct solvers, shared by those that never run at the same time.
using SharedWorkspace = std::shared_ptr<direct::Workspace>;

std::unique_ptr<HelmholtzSolver> make_tensor_helmholtz(const space::BoxSpace& space,
                                                       const direct::BoxConditions& conditions,
                                                       const SharedWorkspace& workspace);
std::unique_ptr<HelmholtzSolver> make_jacobi_cg_helmholtz(const space::BoxSpace& space,
                                                          const direct::BoxConditions& conditions,
                                                          double tolerance);
/// For mass_coefficient 0 and stiffness_coefficient 1 alone.
std::unique_ptr<HelmholtzSolver> make_schwarz_poisson(const space::BoxSpace& space,
                                                      const direct::BoxConditions& conditions,
                                                      const IterativePoisson& settings);
std::unique_ptr<HelmholtzSolver> make_helmholtz_solver(HelmholtzMethod method,
                                                       const space::BoxSpace& space,
                                                       const direct::BoxConditions& conditions,
                                                       double tolerance,
                                                       const SharedWorkspace& workspace);

}  // namespace lobatto::flow
