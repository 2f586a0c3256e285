#pragma once

#include <array>

#include "accept/fourier/box_fourier.hpp"
#include "accept/particles/cloud_in_cell.hpp"

namespace lobatto::accept {

/// The field of a density of charge before a background that makes all neutral, in a periodic box:
///   -laplace phi = n - <n>,  E = -grad phi,
/// by Fourier transforms: k^2 phi_k = n_k, E_k = -i k phi_k. One transform of n, then two of
/// complex numbers whose parts are E_0 and E_1, E_2 and phi.
class ElectricField {
 public:
  /// spacing: lengths from node to node. Collective.
  ElectricField(const RankBox& box, const std::array<double, 3>& spacing,
                const comm::Communicator& communicator);

  /// density, field: of a NodeBox; ghosts are neither read nor written.
  void solve(const NodeBox& nodes, const double* density, FieldAtNode* field);

  [[nodiscard]] double flops() const;  ///< of all ranks together
  [[nodiscard]] double bytes() const;  ///< between memory and cores, of all ranks together
  [[nodiscard]] std::size_t bytes_sent() const { return 3 * fourier_.bytes_sent(); }
  [[nodiscard]] const BoxFourier& fourier() const { return fourier_; }

 private:
  void field_of_waves();

  std::array<int, 3> size_;
  std::array<double, 3> spacing_;
  double n_nodes_in_all_;
  BoxFourier fourier_;
  ComplexField nodes_, waves_, other_waves_, other_nodes_;
  std::array<std::vector<double>, 3> k_, slope_k_;  ///< wave numbers of this rank, see the source
};

}  // namespace lobatto::accept
