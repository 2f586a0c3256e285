#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/batches/batch_arithmetic.hpp"
#include "kernels/batches/element_batches.hpp"
#include "kernels/batches/element_transfer.hpp"
#include "kernels/cost.hpp"
#include "precond/coarse/coarse_problem.hpp"
#include "precond/schwarz/schwarz_level.hpp"
#include "space/function_space.hpp"

namespace lobatto::precond {

/// Numbers of nodes of the levels that are smoothed: the order is halved until it is 2; after the
/// last comes the level with 2 nodes, solved exactly. For n = 16: 16, 9, 5, 3.
std::vector<int> smoothed_levels(int n);

/// Of one element in one cycle on a box, without the coarse problem.
kernels::Cost box_cycle_cost(const kernels::ElementShape& shape, int bytes_a_value);

/// Of one cycle on this rank, without the coarse solver.
struct CycleCost {
  kernels::Cost smoother;
  kernels::Cost others;  ///< residuals and transfers

  [[nodiscard]] kernels::Cost sum() const { return smoother + others; }
};

/// What a cycle of Schwarz multigrid does besides residuals and transfers.
enum class CyclePart { smoother, exchange };

/// Is shown a cycle's parts, which follow each other, as they come and go: by it a cycle is timed
/// from outside.
class CycleObserver {
 public:
  virtual ~CycleObserver() = default;
  virtual void enter(CyclePart part) = 0;
  virtual void leave() = 0;
};

/// Preconditioner for the pressure, z = P^-1 r with P near the stiffness operator K: a V-cycle in
/// the polynomial order with one overlapping Schwarz step S on the way down and one on the way up,
///
///   z_l = S_l r_l,   r_{l+1} = J^T (r_l - K_l z_l),
///   z_l += J z_{l+1},   z_l += S_l (r_l - K_l z_l),
///
/// from n to 2 nodes per direction, where the coarse problem is solved exactly. Not symmetric: for
/// flexible GMRES, which at n = 2 has the solution at once. Lottes & Fischer, J. Sci. Comput. 24
/// (2005). Arithmetic in Real but for the coarsest level. Within the cycle fields are in batches of
/// as many elements as a register holds (kernels/batches/element_batches.hpp).
template <class Real>
class SchwarzMultigrid {
 public:
  /// observer: if there is one, it lives as long. Collective.
  SchwarzMultigrid(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
                   CoarseSolver coarse_solver, CycleObserver* observer = nullptr);

  /// r: assembled, copies equal, zero on Dirichlet nodes; z the same. Collective.
  CycleCost apply(std::span<const double> r, std::span<double> z);

  /// For example "8, 5, 3, 2 nodes".
  [[nodiscard]] std::string description() const;

 private:
  struct Step {
    SchwarzLevel<Real> level;
    kernels::ElementTransfer<Real> down, up;  ///< to and from the next level
    base::AlignedArray<Real> residual, correction, shares;
  };
  void add_step(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
                int fine, int coarse);
  /// work(), shown to the observer.
  template <class Work>
  void in_part(CyclePart part, const Work& work);
  /// work(b) for the batches from `first` up to `last`; now and then messages of `level` move on.
  template <class Work>
  void work_on(int first, int last, const SchwarzLevel<Real>& level, const Work& work) const;
  /// work(b) for all batches, then shares of `level` that it has written are sums; those of the
  /// first batches travel while it works on the others.
  template <class Work>
  void work_and_assemble(const SchwarzLevel<Real>& level, std::span<Real> shares, const Work& work);
  void solve_vertices(std::span<const double> r, std::span<double> z);
  void smooth(Step& step, std::span<const Real> r, bool add);
  /// sum: what is complete of the corrections, batch after batch; returns how far, see
  /// SchwarzLevel::add_within.
  std::size_t smooth_batches(int first, int last, Step& step, std::span<const Real> r, bool add,
                             bool sum);
  [[nodiscard]] CycleCost cost() const;
  void take_residual(std::span<const double> r);
  void descend(std::size_t l);
  void ascend(std::size_t l);
  void add_coarse_correction(Step& step, Step* next, int batch);
  void give_correction(std::span<double> z) const;

  std::unique_ptr<const kernels::BatchArithmetic<Real>> arithmetic_;
  kernels::ElementBatches batches_;
  std::vector<std::unique_ptr<Step>> steps_;
  CoarseSolver coarse_solver_;
  CycleObserver* observer_;
  base::AlignedArray<double> coarse_rhs_, coarse_solution_;
  base::AlignedArray<Real> vertices_, ones_;  ///< of a batch
  std::vector<double> vertex_shares_;         ///< 1 / (number of copies), where nothing is smoothed
};

}  // namespace lobatto::precond
