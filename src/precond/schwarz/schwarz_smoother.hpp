#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/batches/element_batches.hpp"
#include "kernels/batches/fast_diagonalisation.hpp"
#include "precond/schwarz/extended_line.hpp"
#include "precond/schwarz/overlap_exchange.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::precond {

/// Restricted additive Schwarz for the stiffness operator: every element, extended by one layer of
/// nodes into its neighbours across faces, is solved by fast diagonalisation, zero beyond: exactly
/// on boxes, on curved elements as the boxes that are most like them (FunctionSpace::lengths); of
/// the solution the element keeps what lies on its own nodes. Cai & Sarkis, SIAM J. Sci. Comput. 21
/// (1999): less to exchange than when the overlaps are given to the neighbours, and on stretched
/// elements fewer iterations. Fields are in batches (kernels/batches/element_batches.hpp).
template <class Real>
class SchwarzSmoother {
 public:
  /// `batches` and `arithmetic` must live as long. Collective.
  SchwarzSmoother(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
                  const kernels::ElementBatches& batches,
                  const kernels::BatchArithmetic<Real>& arithmetic);

  /// out (+)= factor times the local solutions, different at the copies of shared nodes; `add` to
  /// what is there. residual: assembled, zero on Dirichlet nodes. Collective.
  void apply(std::span<const Real> residual, Real factor, bool add, std::span<Real> out);
  /// apply in parts: send, solve for each batch, take between the batches without values of other
  /// ranks and the others. send and take are collective.
  void send(std::span<const Real> residual);
  void progress() const { overlap_.progress(); }
  void take() { overlap_.add_finish(); }
  void solve(int batch, std::span<const Real> residual, Real factor, bool add, std::span<Real> out);
  /// Operations and bytes of one application on this rank.
  [[nodiscard]] kernels::Cost cost() const;

 private:
  /// Of one direction of a batch.
  struct Modes {
    base::AlignedArray<Real> vectors, eigenvalues;  ///< [node][mode][lane], [mode][lane]
  };
  [[nodiscard]] std::vector<std::array<ExtendedLine, 3>> find_lines(
      const space::FunctionSpace& space, const space::BoundaryConditions& conditions) const;
  void find_modes(const std::vector<std::array<ExtendedLine, 3>>& lines);
  [[nodiscard]] Modes modes_of(std::span<const ExtendedModes* const> of_lanes) const;
  void fill_block(int batch, const Real* residual);
  template <class Value>
  [[nodiscard]] kernels::BatchLines<Value> layer(Value* block, int n, int face,
                                                 int normal_node) const;
  /// Of the layer of a face, along a and b.
  [[nodiscard]] std::array<int, 2> layer_lengths(int face) const;

  const kernels::BatchArithmetic<Real>& arithmetic_;
  kernels::ElementShape shape_;
  int n_;
  const kernels::ElementBatches& batches_;
  OverlapExchange<Real> overlap_;
  kernels::FastDiagonalisation<Real> fast_diagonalisation_;
  Real factor_ = 1;           ///< of the solutions of a plane, whose operator its thickness has
  std::vector<Modes> modes_;  ///< the different ones
  std::vector<std::array<int, 3>> batch_modes_;
  base::AlignedArray<Real> block_;  ///< (n + 2)^3[lane], in a plane (n + 2)^2
};

}  // namespace lobatto::precond
