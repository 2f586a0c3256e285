#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/registers/lane_fft.hpp"

namespace lobatto::precond {

/// v = F^-1 s F v on a lattice that is periodic in all directions: every wave k is multiplied by
/// its symbol s(k), real and even, s(-k) = s(k), so that real values stay real.
///
/// Lanes are transformed along z in pairs, one as real and one as imaginary part, a + i b. As a and
/// b are real,  2 A_k = Z_k + conj(Z_-k),  2 i B_k = Z_k - conj(Z_-k).  Each plane k_z <= n_z / 2
/// is then transformed along y, turned over, transformed along x, multiplied, and sent back.
class WaveMultiplier {
 public:
  /// n along x, y, z; symbol(k) is asked for all 0 <= k < n with k_z <= n_z / 2.
  WaveMultiplier(std::array<int, 3> n,
                 const std::function<double(const std::array<int, 3>& k)>& symbol);

  /// values [n_z][n_y][n_x], in place. Allocates nothing.
  void apply(std::span<double> values);

 private:
  using Rows = kernels::ComplexRows;
  /// Values, and as much memory to transform them into.
  struct Buffers {
    Rows now, other;
    void forward(const kernels::LaneFft& fft, std::size_t n_lanes);
    void backward(const kernels::LaneFft& fft, std::size_t n_lanes);
    /// [n_rows][n_lanes] becomes [n_lanes][n_rows].
    void turn_over(std::size_t n_rows, std::size_t n_lanes);
  };
  static kernels::LaneFft transform_of(int n) { return {n, 1, kernels::fft_factors(n)}; }
  static Buffers buffers_in(base::AlignedArray<double>& memory, std::size_t n_lanes);
  void split(const Rows& z, std::size_t k, const Rows& wave) const;
  void merge(const Rows& wave, std::size_t k, const Rows& z) const;
  void multiply_plane(Buffers& wave, std::size_t k) const;

  std::array<std::size_t, 3> n_;
  std::size_t plane_;    ///< lanes along z, n_x n_y
  std::size_t n_pairs_;  ///< of lanes: l and second_ + l; of an odd number one is in two pairs
  std::size_t second_;
  kernels::LaneFft along_x_, along_y_, along_z_;
  std::vector<double> symbols_;  ///< [n_z / 2 + 1][n_x][n_y], over 2 n_x n_y n_z
  base::AlignedArray<double> column_memory_, plane_memory_;
};

}  // namespace lobatto::precond
