#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"

namespace lobatto::accept {

/// Coefficients of bands: column j holds those of band j on the waves of this rank.
class BandBlock {
 public:
  using Value = std::complex<double>;
  BandBlock(std::size_t n_waves, int n_bands)
      : n_waves_(n_waves),
        n_bands_(n_bands),
        values_(n_waves * static_cast<std::size_t>(n_bands)) {}

  [[nodiscard]] std::size_t n_waves() const { return n_waves_; }
  [[nodiscard]] int n_bands() const { return n_bands_; }
  [[nodiscard]] Value* band(int j) {
    return values_.data() + static_cast<std::size_t>(j) * n_waves_;
  }
  [[nodiscard]] const Value* band(int j) const {
    return values_.data() + static_cast<std::size_t>(j) * n_waves_;
  }
  [[nodiscard]] std::size_t n_values() const { return values_.size(); }

 private:
  std::size_t n_waves_;
  int n_bands_;
  base::AlignedArray<Value> values_;
};

/// What is done with all bands of all ranks at once. The products are those of BLAS on the waves of
/// a rank, then summed over ranks; the small matrices, [n_bands][n_bands] column-major, are the
/// same on every rank, and each factorises them itself by LAPACK: with some tens of bands a
/// distributed matrix would cost more messages than work.
class BandAlgebra {
 public:
  using Value = BandBlock::Value;
  explicit BandAlgebra(const comm::Communicator& communicator) : communicator_(communicator) {}

  /// x becomes x L^-H with x^H x = L L^H: bands that are orthogonal and of norm 1. Throws
  /// base::Error where they are linearly dependent.
  void orthonormalise(BandBlock& x);
  /// Rayleigh-Ritz: x becomes x Q with x^H (H x) = Q diag(energies) Q^H; h_x holds H x, and then
  /// what x was. Returns the energies, ascending.
  std::vector<double> rotate(BandBlock& x, BandBlock& h_x);

  /// Real additions and multiplications of both, of all ranks together, as BLAS counts them.
  [[nodiscard]] static double flops(double n_waves_in_all, int n_bands);

 private:
  /// a^H b, summed over ranks.
  std::vector<Value> overlaps(const BandBlock& a, const BandBlock& b) const;

  const comm::Communicator& communicator_;
};

/// GFLOP/s of one product of large square complex matrices by the same BLAS, on this rank.
double large_product_gflops();

}  // namespace lobatto::accept
