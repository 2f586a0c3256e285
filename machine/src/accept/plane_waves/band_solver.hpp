#pragma once

#include <limits>
#include <vector>

#include "accept/plane_waves/hamiltonian.hpp"

namespace lobatto::accept {

/// The lowest bands of a Hamiltonian, by subspace iteration with Chebyshev filters as in
/// self-consistent calculations (Zhou, Saad, Tiago & Chelikowsky, J. Comput. Phys. 219 (2006)).
/// Each iteration: a polynomial of H that is small on the energies above the bands and grows below,
/// orthonormal bands, Rayleigh-Ritz, density.
class BandSolver {
 public:
  /// Begins with bands of numbers at random, the same on any number of ranks, and Rayleigh-Ritz on
  /// them. Throws base::Error where there are fewer waves than bands. Collective.
  BandSolver(const WaveBox& wave_box, int n_bands, const comm::Communicator& communicator);

  void iterate();
  [[nodiscard]] const std::vector<double>& energies() const { return energies_; }  ///< ascending

  [[nodiscard]] const Hamiltonian& hamiltonian() const { return hamiltonian_; }
  [[nodiscard]] Hamiltonian& hamiltonian() { return hamiltonian_; }
  [[nodiscard]] const BandBlock& bands() const { return x_; }
  [[nodiscard]] const std::vector<double>& density() const { return density_; }

  /// Of iterate().
  static constexpr int degree = 8;
  [[nodiscard]] double flops() const;        ///< of all ranks together
  [[nodiscard]] double bytes() const;        ///< between memory and cores, of all ranks together
  [[nodiscard]] double transforms() const;   ///< Fourier transforms
  [[nodiscard]] double dense_flops() const;  ///< of all ranks together
  /// Of all iterations so far, on this rank.
  [[nodiscard]] double dense_seconds() const { return dense_seconds_; }
  [[nodiscard]] double fourier_seconds() const { return hamiltonian_.fourier_seconds(); }
  [[nodiscard]] double fastest_dense_seconds() const { return fastest_dense_seconds_; }
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  void filter();
  void rayleigh_ritz();

  Hamiltonian hamiltonian_;
  BandAlgebra algebra_;
  BandBlock x_, y_, z_;
  std::vector<double> energies_, density_;
  double dense_seconds_ = 0, seconds_ = 0;
  double fastest_dense_seconds_ = std::numeric_limits<double>::max();
};

}  // namespace lobatto::accept
