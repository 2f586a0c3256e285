#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "space/function_space.hpp"

namespace lobatto::physics {

/// A random velocity in a box that is periodic along x, y and z, free of divergence, whose energy
/// has a given spectrum (Rogallo, NASA TM-81315 (1981)): a sum of all waves that fit,
///
///   u(x) = sum_n 2 Re(a_n exp(i k_n . x)),   k_n . a_n = 0,   k_n = 2 pi (n_x / L_x, ...),
///
/// of one of each pair n, -n. Shell s holds those with (s - 1/2) dk <= |k_n| < (s + 1/2) dk, where
/// dk = 2 pi over the shortest length; its energy, sum |a_n|^2, is given and dealt out to its waves
/// evenly. a_n is random with a seed of n and the given one alone: the large waves are the same on
/// any mesh, however many there are.
class IsotropicTurbulence {
 public:
  struct Settings {
    std::array<double, 3> lengths{};     ///< of the box
    std::vector<double> shell_energies;  ///< of the shells 1, 2, ..., per mass
    long long seed = 1;
  };
  explicit IsotropicTurbulence(Settings settings);

  /// The largest |n| in each direction.
  [[nodiscard]] const std::array<int, 3>& largest() const { return largest_; }
  /// One component of a_n of the waves with n_z >= 0: [n_y + largest][n_x + largest]; zero for
  /// those of no shell, and of each pair for one. Memory and time are those of the waves of the
  /// plane.
  using Coefficients = std::vector<std::complex<double>>;
  [[nodiscard]] std::array<Coefficients, 3> plane(int n_z) const;

  /// At the nodes of a box that is not moved. Sums along x, then y, then z: with W waves and P
  /// nodes per direction, O(P W^3 + P^2 W^2 + P^3 W) operations.
  [[nodiscard]] space::VectorField velocity(const space::FunctionSpace& space) const;

 private:
  /// 0 where a wave is in no shell.
  [[nodiscard]] int shell(const std::array<int, 3>& n) const;
  [[nodiscard]] std::array<std::complex<double>, 3> amplitude(const std::array<int, 3>& n,
                                                              double energy) const;
  void count_waves();

  Settings settings_;
  std::array<double, 3> units_{};  ///< 2 pi / L
  double width_;                   ///< dk
  std::array<int, 3> largest_{};
  std::vector<double> energies_;  ///< of one wave of each shell
};

/// The integrals of a spectrum E(k) over the shells s = 1 ... n, from (s - 1/2) width to (s + 1/2)
/// width, by ten Gauss points each.
std::vector<double> shell_energies(const std::function<double(double)>& spectrum, double width,
                                   int n);

}  // namespace lobatto::physics
