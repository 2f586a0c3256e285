#pragma once

#include <memory>

#include "accept/rank_box.hpp"
#include "krylov/conjugate_gradients.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::accept {

/// -laplace u = f in the unit cube, u = 0 around it, on spectral elements whose inner corners and
/// edges are moved, so that the factors of each node are its own:
///   x_d -> x_d + 0.05 sin(pi x_0) sin(pi x_1) sin(pi x_2) for all d.
/// f is that of u = sin(pi x_0) sin(pi x_1) sin(pi x_2). Solved by conjugate gradients,
/// preconditioned by the diagonal.
class ElementPoisson {
 public:
  /// The ranks have blocks of elements, those of `elements`. Collective.
  ElementPoisson(const RankBox& elements, int order, const krylov::Tolerance& tolerance,
                 const comm::Communicator& communicator);
  ElementPoisson(const ElementPoisson&) = delete;
  ElementPoisson& operator=(const ElementPoisson&) = delete;
  ~ElementPoisson() = default;

  /// From zero. Collective.
  krylov::SolveReport solve();

  /// Root mean square of what solve has found less u. Collective.
  [[nodiscard]] double error() const;
  /// |f - A u| / |f| over the nodes inside, A as the weak form says it: gradients of each element
  /// against those of the basis functions, without the operator that the solver uses. Collective.
  [[nodiscard]] double residual() const;

  [[nodiscard]] const space::FunctionSpace& space() const { return space_; }

 private:
  [[nodiscard]] space::Field weak_form() const;

  space::FunctionSpace space_;
  space::BoundaryConditions conditions_;
  std::unique_ptr<physics::HelmholtzSolver> solver_;
  space::Field exact_, load_, solution_;  ///< load: the integrals of f, by element
};

}  // namespace lobatto::accept
