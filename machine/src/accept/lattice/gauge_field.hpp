#pragma once

#include "accept/lattice/face_exchange.hpp"
#include "accept/lattice/su3.hpp"
#include "base/function_ref.hpp"

namespace lobatto::accept {

/// Matrices of SU(3) on the links of a lattice, U_mu(x) from x to the next site in direction mu,
/// with ghosts: component 18 mu + 6 row + 2 column is the real part, the one after it the imaginary
/// one.
class GaugeField {
 public:
  static constexpr int n_components = 4 * 18;

  /// link(x, mu) at the sites x of this rank. Collective.
  GaugeField(const RankBox& box, const LatticeLayout& layout,
             base::FunctionRef<ColourMatrix(const Site& x, int mu)> link,
             const comm::Communicator& communicator);

  /// At a site of this rank or a ghost.
  [[nodiscard]] ColourMatrix link(const Site& x, int mu) const;
  [[nodiscard]] const LatticeLayout& layout() const { return layout_; }
  [[nodiscard]] const LatticeField& field() const { return field_; }

  /// Mean over all sites and six planes of Re tr U_mu(x) U_nu(x + mu) U_mu(x + nu)^+ U_nu(x)^+ / 3.
  /// Collective.
  [[nodiscard]] double plaquette(const comm::Communicator& communicator) const;
  /// The largest entry of U U^+ - 1 and of det U - 1 of all links. Collective.
  [[nodiscard]] double distance_from_su3(const comm::Communicator& communicator) const;

 private:
  LatticeLayout layout_;
  LatticeField field_;
};

/// 1 or -1, of staggered fermions: (-1)^(x_0 + ... + x_(mu-1)) at a place among all.
inline double staggered_phase(const Site& in_whole, int mu) {
  int sum = 0;
  for (std::size_t d = 0; d < static_cast<std::size_t>(mu); ++d) sum += in_whole[d];
  return sum % 2 == 0 ? 1.0 : -1.0;
}

}  // namespace lobatto::accept
