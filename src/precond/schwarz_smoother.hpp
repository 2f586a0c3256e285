#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/fast_diagonalisation.hpp"
#include "precond/extended_line.hpp"
#include "precond/overlap_exchange.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::precond {

/// Restricted additive Schwarz for the stiffness operator: every element, extended by one layer of
/// nodes into its neighbours across faces, is solved by fast diagonalisation, zero beyond: exactly
/// on boxes, on curved elements as the boxes that are most like them (FunctionSpace::lengths); of
/// the solution the element keeps what lies on its own nodes. Cai & Sarkis, SIAM J. Sci. Comput. 21
/// (1999): less to exchange than when the overlaps are given to the neighbours, and on stretched
/// elements fewer iterations.
template <class Real>
class SchwarzSmoother {
 public:
  /// Collective.
  SchwarzSmoother(const space::FunctionSpace& space, const space::BoundaryConditions& conditions);

  /// residual: assembled, zero on Dirichlet nodes. out: the local solutions, different at the
  /// copies of shared nodes. Collective.
  void apply(std::span<const Real> residual, std::span<Real> out);
  /// Operations and bytes of one application on this rank.
  [[nodiscard]] kernels::Cost cost() const;

 private:
  struct Modes {
    base::AlignedArray<Real> vectors, transposed, eigenvalues;
  };
  void find_modes(const space::BoundaryConditions& conditions);
  int modes_of(const ExtendedLine& line);
  void send_residual(std::span<const Real> residual);
  void solve_element(int e, const Real* residual, Real* out);
  template <class Visit>
  void visit_layer(int face, int normal_node, int n, Visit&& visit) const;

  const space::FunctionSpace& space_;
  int n_;
  OverlapExchange<Real> overlap_;
  kernels::FastDiagonalisation<Real> fast_diagonalisation_;
  std::map<ExtendedLine, int> lines_;  ///< the different ones, and where their modes are
  std::vector<Modes> modes_;
  std::vector<std::array<int, 3>> element_modes_;
  base::AlignedArray<Real> block_;  ///< (n + 2)^3
};

}  // namespace lobatto::precond
