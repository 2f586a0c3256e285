#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "direct/tensor_solver.hpp"
#include "gs/gather_scatter.hpp"
#include "kernels/box_operators.hpp"
#include "krylov/flexible_gmres.hpp"
#include "mesh/box_mesh.hpp"
#include "precond/schwarz_multigrid.hpp"
#include "space/box_boundary.hpp"
#include "space/box_space.hpp"

namespace lobatto::test {

/// K u = f on a box, with right-hand sides that come from known solutions and depend on nothing but
/// the mesh.
class PoissonProblem {
 public:
  PoissonProblem(std::array<mesh::Axis, 3> axes, int n, const direct::BoxConditions& conditions,
                 const comm::Communicator& communicator)
      : conditions_(conditions),
        space_(
            mesh::make_box_mesh(std::move(axes), n - 1, communicator.rank(), communicator.size()),
            communicator),
        ids_(mesh::global_node_ids(space_.mesh())),
        gather_scatter_(ids_, communicator),
        operators_(n, space_.derivative().values, space_.nodes().weights),
        mask_(space::dirichlet_mask(space_, conditions)),
        coarse_(order_one(space_.mesh()), conditions, communicator) {}
  PoissonProblem(const PoissonProblem&) = delete;
  PoissonProblem& operator=(const PoissonProblem&) = delete;

  [[nodiscard]] const space::BoxSpace& space() const { return space_; }
  [[nodiscard]] std::span<const double> mask() const { return mask_; }

  template <class Real>
  [[nodiscard]] precond::SchwarzMultigrid<Real> make_multigrid() {
    return {space_, conditions_, [this](std::span<const double> f, std::span<double> u) {
              coarse_.solve(0.0, 1.0, f, u);
            }};
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
    const std::size_t size = space_.element_size();
    for (int e = 0; e < space_.n_elements(); ++e)
      operators_.helmholtz(space_.lengths(e), 0.0, 1.0, x.subspan(e * size, size),
                           y.subspan(e * size, size));
    gather_scatter_.add(y);
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
      sum += x[q] * x[q] * gather_scatter_.inverse_multiplicity()[q];
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
    const krylov::WeightedInner inner{gather_scatter_.inverse_multiplicity(), sum};
    const auto apply = [this](std::span<const double> x, std::span<double> y) { multiply(x, y); };
    const auto precondition = [&](std::span<const double> r, std::span<double> z) {
      multigrid.apply(r, z);
    };
    std::fill(u.begin(), u.end(), 0.0);
    return gmres.solve(apply, precondition, inner, f, u, {tolerance, 1e-30, max_iterations});
  }

 private:
  static mesh::BoxMesh order_one(mesh::BoxMesh mesh) {
    mesh.order = 1;
    return mesh;
  }

  direct::BoxConditions conditions_;
  space::BoxSpace space_;
  std::vector<std::int64_t> ids_;
  gs::GatherScatter gather_scatter_;
  kernels::BoxOperators operators_;
  space::Field mask_;
  direct::TensorSolver coarse_;
};

}  // namespace lobatto::test
