#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "direct/tensor_solver.hpp"
#include "krylov/flexible_gmres.hpp"
#include "mesh/box_mesh.hpp"
#include "precond/coarse/coarse_problem.hpp"
#include "precond/coarse/coarse_solvers.hpp"
#include "precond/schwarz/schwarz_multigrid.hpp"
#include "space/boundary.hpp"
#include "space/element_operators.hpp"
#include "space/function_space.hpp"
#include "space/helmholtz_operator.hpp"
#include "support/face_conditions.hpp"

namespace lobatto::test {

/// K u = f on a mesh, with right-hand sides that come from known solutions and depend on nothing
/// but the mesh.
class PoissonProblem {
 public:
  PoissonProblem(const space::FunctionSpace& space, space::BoundaryConditions conditions)
      : conditions_(std::move(conditions)),
        space_(space),
        ids_(space_.node_ids()),
        operator_(space::make_helmholtz_operator(space_)),
        mask_(space::dirichlet_mask(space_, conditions_)) {}
  /// On a box.
  PoissonProblem(std::array<mesh::Axis, 3> axes, int n, const direct::BoxConditions& conditions,
                 const comm::Communicator& communicator)
      : PoissonProblem(
            space::FunctionSpace(mesh::make_box_mesh(std::move(axes), n - 1, communicator.rank(),
                                                     communicator.size()),
                                 communicator),
            face_conditions(conditions)) {}
  PoissonProblem(const PoissonProblem&) = delete;
  PoissonProblem& operator=(const PoissonProblem&) = delete;

  [[nodiscard]] const space::FunctionSpace& space() const { return space_; }
  [[nodiscard]] std::span<const double> mask() const { return mask_; }

  template <class Real>
  [[nodiscard]] precond::SchwarzMultigrid<Real> make_multigrid(
      precond::CycleObserver* observer = nullptr) {
    return {space_, conditions_, make_coarse_solver(), observer};
  }

  /// Continuous and zero on Dirichlet faces: a number between -1 and 1 at each node that is
  /// scrambled from the node's id, the same on any number of ranks.
  [[nodiscard]] space::Field random_field(std::uint64_t seed) const {
    space::Field field = space_.make_field();
    for (std::size_t q = 0; q < field.size(); ++q) {
      // The finalizer of MurmurHash3.
      std::uint64_t bits = static_cast<std::uint64_t>(ids_[q]) + (seed << 40);
      bits = (bits ^ (bits >> 33)) * 0xff51afd7ed558ccdULL;
      bits = (bits ^ (bits >> 33)) * 0xc4ceb9fe1a85ec53ULL;
      bits ^= bits >> 33;
      field[q] = mask_[q] * (static_cast<double>(bits >> 11) * 0x1p-52 - 1);
    }
    return field;
  }

  /// y = K x, assembled.
  void multiply(std::span<const double> x, std::span<double> y) {
    operator_->apply(0, space_.n_elements(), {0.0, 1.0}, x.data(), y.data());
    space_.gather_scatter().add(y);
    for (std::size_t q = 0; q < y.size(); ++q) y[q] *= mask_[q];
  }
  [[nodiscard]] space::Field image(std::span<const double> x) {
    space::Field y = space_.make_field();
    multiply(x, y);
    return y;
  }

  /// Each node counted once. Collective.
  [[nodiscard]] double norm(std::span<const double> x) const {
    double sum = 0;
    for (std::size_t q = 0; q < x.size(); ++q)
      sum += x[q] * x[q] * space_.gather_scatter().inverse_multiplicity()[q];
    return std::sqrt(space_.communicator().sum(sum));
  }
  /// |a - b| / |b|
  [[nodiscard]] double relative_difference(std::span<const double> a,
                                           std::span<const double> b) const {
    space::Field difference = space_.make_field();
    for (std::size_t q = 0; q < a.size(); ++q) difference[q] = a[q] - b[q];
    return norm(difference) / norm(b);
  }

  /// From zero, without restart. Collective.
  template <class Real>
  krylov::SolveReport solve(std::span<const double> f, double tolerance, std::span<double> u,
                            int max_iterations = 60) {
    auto multigrid = make_multigrid<Real>();
    krylov::FlexibleGmres gmres(space_.size(), 60);
    const auto sum = [this](std::span<double> values) { space_.communicator().sum(values); };
    const krylov::WeightedInner inner{space_.gather_scatter().inverse_multiplicity(), sum};
    const auto apply = [this](std::span<const double> x, std::span<double> y) { multiply(x, y); };
    const auto precondition = [&](std::span<const double> r, std::span<double> z) {
      multigrid.apply(r, z);
    };
    std::fill(u.begin(), u.end(), 0.0);
    return gmres.solve(apply, precondition, inner, f, u, {tolerance, 1e-30, max_iterations});
  }

 private:
  [[nodiscard]] precond::CoarseSolver make_coarse_solver() const {
    if (space_.curved() != nullptr)
      return precond::make_sparse_cholesky(precond::make_coarse_problem(space_, conditions_),
                                           space_.communicator());
    direct::BoxConditions by_direction;
    for (int d = 0; d < 3; ++d) by_direction[d] = {conditions_[2 * d], conditions_[2 * d + 1]};
    const auto solver = std::make_shared<direct::TensorSolver>(mesh::with_order(*space_.box(), 1),
                                                               by_direction, space_.communicator());
    return
        [solver](std::span<const double> f, std::span<double> u) { solver->solve(0.0, 1.0, f, u); };
  }

  space::BoundaryConditions conditions_;
  space::FunctionSpace space_;
  std::vector<std::int64_t> ids_;
  std::unique_ptr<space::HelmholtzOperator> operator_;
  space::Field mask_;
};

}  // namespace lobatto::test
