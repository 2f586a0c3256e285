#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/fast_diagonalisation.hpp"
#include "poly/line_operators.hpp"
#include "precond/extended_line.hpp"
#include "precond/overlap_exchange.hpp"
#include "space/box_space.hpp"

namespace lobatto::precond {

using BoxConditions = std::array<poly::LineConditions, 3>;

/// Restricted additive Schwarz for the stiffness operator: every element, extended by one layer of
/// nodes into its neighbours across faces, is solved exactly by fast diagonalisation, zero beyond;
/// of the solution the element keeps what lies on its own nodes. Cai & Sarkis, SIAM J. Sci. Comput.
/// 21 (1999): less to exchange than when the overlaps are given to the neighbours, and on stretched
/// elements fewer iterations.
template <class Real>
class SchwarzSmoother {
 public:
  /// Collective.
  SchwarzSmoother(const space::BoxSpace& space, const BoxConditions& conditions);

  /// residual: assembled, zero on Dirichlet nodes. out: the local solutions, different at the
  /// copies of shared nodes. Collective.
  void apply(std::span<const Real> residual, std::span<Real> out);
  /// Operations and bytes of one application on this rank.
  [[nodiscard]] kernels::Cost cost() const;

 private:
  struct Modes {
    base::AlignedArray<Real> vectors, transposed, eigenvalues;
  };
  void find_modes(const BoxConditions& conditions);
  int modes_of(const ExtendedLine& line);
  void send_residual(std::span<const Real> residual);
  void solve_element(int e, const Real* residual, Real* out);
  template <class Visit>
  void visit_layer(int face, int normal_node, int n, Visit&& visit) const;

  const space::BoxSpace& space_;
  int n_;
  OverlapExchange<Real> overlap_;
  kernels::FastDiagonalisation<Real> fast_diagonalisation_;
  std::vector<ExtendedLine> lines_;  ///< the different ones
  std::vector<Modes> modes_;         ///< of each
  std::vector<std::array<int, 3>> element_modes_;
  base::AlignedArray<Real> block_;  ///< (n + 2)^3
};

}  // namespace lobatto::precond
