#pragma once

#include <array>
#include <functional>
#include <vector>

#include "accept/fourier/box_fourier.hpp"
#include "accept/plane_waves/band_block.hpp"

namespace lobatto::accept {

/// A periodic box and what acts in it. Atomic units.
struct WaveBox {
  KernelSettings settings;        ///< of nodes; ranks in directions 0 and 1
  std::array<double, 3> lengths;  ///< of the box, which begins at 0
  std::function<double(const std::array<double, 3>& x)> potential;
};

/// H = -1/2 laplace + V(x) on the plane waves exp(i k x) with |k| up to half of the largest wave
/// number of the nodes in every direction, so that the product of two of them is exact on the
/// nodes:
///   (H psi)_k = |k|^2 / 2 psi_k + (V psi)_k,
/// where V is applied on the nodes, by a Fourier transform there and one back. Lines of these that
/// hold no wave within the cutoff in their other directions are left out.
class Hamiltonian {
 public:
  /// Collective.
  Hamiltonian(const WaveBox& wave_box, const comm::Communicator& communicator);

  /// out = H x; column by column, without overlap.
  void apply(const BandBlock& x, BandBlock& out);
  /// density [n_nodes of this rank], sum of |psi(x)|^2 over all bands, whose integral is the number
  /// of bands where their coefficients have norm 1.
  void find_density(const BandBlock& x, std::vector<double>& density);

  /// A wave of this rank: its number on all ranks together, and |k|^2 / 2.
  struct Wave {
    long long name;
    double kinetic;
    std::size_t place;  ///< of BoxFourier
  };
  [[nodiscard]] const std::vector<Wave>& waves() const { return waves_; }
  [[nodiscard]] double n_waves_in_all() const { return n_waves_in_all_; }
  /// No energy of a band is above it: the largest kinetic and the largest potential one.
  [[nodiscard]] double upper_bound() const { return upper_bound_; }
  /// Sum over bands of <psi| -1/2 laplace |psi>. Collective.
  [[nodiscard]] double kinetic_energy(const BandBlock& x) const;
  /// Integral of density V, and of the density alone. Collective.
  [[nodiscard]] double potential_energy(const std::vector<double>& density) const;
  [[nodiscard]] double integral(const std::vector<double>& density) const;

  [[nodiscard]] const RankBox& box() const { return box_; }
  [[nodiscard]] const BoxFourier& fourier() const { return fourier_; }
  [[nodiscard]] BoxFourier& fourier() { return fourier_; }
  /// Of all transforms since the beginning, or since they were forgotten, on this rank.
  [[nodiscard]] double fourier_seconds() const { return fourier_seconds_; }
  void forget_seconds() { fourier_seconds_ = 0; }

 private:
  void find_waves();
  void find_potential(const WaveBox& wave_box);
  void band_to_nodes(const BandBlock::Value* band);

  const comm::Communicator& communicator_;
  RankBox box_;
  std::array<double, 3> lengths_;
  BoxFourier fourier_;
  std::vector<Wave> waves_;
  std::vector<double> potential_;  ///< at the nodes of this rank
  ComplexField on_waves_;          ///< zero where no wave is
  ComplexField on_nodes_, back_;
  double n_waves_in_all_ = 0, upper_bound_ = 0;
  double fourier_seconds_ = 0;
};

}  // namespace lobatto::accept
