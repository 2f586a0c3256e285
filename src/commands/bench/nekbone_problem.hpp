#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "kernels/cost.hpp"
#include "krylov/merged_conjugate_gradients.hpp"
#include "perf/profiler.hpp"
#include "physics/solvers/assembled_helmholtz.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "space/function_space.hpp"

namespace lobatto::commands {

enum class NekboneGeometry { box, general };
enum class NekboneShape { box, line };
enum class NekbonePreconditioner { none, multigrid };

/// What one run of the proxy computes on.
struct NekboneSize {
  NekboneGeometry geometry = NekboneGeometry::box;
  NekboneShape shape = NekboneShape::box;
  int n = 8;  ///< nodes per direction
  int elements_per_rank = 512;
  std::optional<std::array<int, 2>>
      grid;  ///< ranks along y and z; as square as can be if not given
};

/// How it solves, and when it stops.
struct NekboneMethod {
  NekbonePreconditioner preconditioner = NekbonePreconditioner::none;
  int max_iterations = 100;
  double reduction = 0;  ///< |r| / |f| that is enough; 0: all iterations are made
};

/// Elements along x, y, z of one rank: nearly a cube, or a line along z.
std::array<int, 3> local_elements(NekboneShape shape, int elements_per_rank);

/// Ranks along y and z. Throws base::Error where a given grid does not have n_ranks.
mesh::RankGrid rank_grid(const NekboneSize& size, int n_ranks);

/// What Nekbone counts for an iteration at one point: 12 n + 19 for its operator with the factors
/// of curved elements, the sum over elements and its shift among them, and 15 for the vectors.
constexpr double nekbone_flops(int n) { return 12.0 * n + 34.0; }

/// The proxy of Nekbone: -laplace u = f on a block of elements, u = 0 on its boundary. Box: unit
/// cubes as elements. General: the same mesh bent by a sine, computed with the factors of curved
/// elements. By conjugate gradients, or with Schwarz multigrid, which is not symmetric, by flexible
/// GMRES as the pressure of a flow.
class NekboneProblem {
 public:
  /// Collective.
  NekboneProblem(const NekboneSize& size, const NekboneMethod& method,
                 const comm::Communicator& communicator);
  NekboneProblem(const NekboneProblem&) = delete;
  NekboneProblem& operator=(const NekboneProblem&) = delete;
  ~NekboneProblem() = default;

  /// From zero. Collective.
  krylov::SolveReport solve();

  /// |f - A u| / |f|, computed anew from the solution. Collective.
  double residual_reduction();

  [[nodiscard]] std::size_t n_points() const { return rhs_.size(); }  ///< of this rank
  /// Of the last solve on this rank. Without preconditioner the operations as Nekbone counts them
  /// and the algorithm's bytes, see MergedConjugateGradients; with multigrid the algorithm's of
  /// both, but for the coarsest level.
  [[nodiscard]] kernels::Cost solve_cost() const;
  [[nodiscard]] const space::FunctionSpace& space() const { return space_; }
  /// Assembled, zero on the boundary.
  [[nodiscard]] std::span<const double> right_hand_side() const { return rhs_; }
  /// Of the norm |r|^2 = sum_q norm_weight_q r_q^2 that the solver reports: Nekbone's over the
  /// nodes for conjugate gradients, that of the residual as a function for multigrid.
  [[nodiscard]] std::span<const double> norm_weight() const { return norm_weight_; }
  [[nodiscard]] std::span<const double> solution() const { return solution_; }

 private:
  void make_right_hand_side();
  krylov::SolveReport solve_plain();
  krylov::SolveReport solve_preconditioned();

  NekboneMethod method_;
  space::FunctionSpace space_;
  physics::AssembledHelmholtz operator_;
  space::Field rhs_, solution_, norm_weight_;
  std::unique_ptr<krylov::MergedConjugateGradients> cg_;
  perf::Profiler profiler_;                              ///< of the multigrid
  std::unique_ptr<physics::HelmholtzSolver> multigrid_;  ///< one of the two
  kernels::Cost multigrid_cost_;                         ///< of the last solve
  int last_iterations_ = 0;
};

}  // namespace lobatto::commands
