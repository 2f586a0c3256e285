#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "kernels/registers/lane_fft.hpp"

namespace lobatto::direct {

/// Of wave k of the values u(a), u(b) at two nodes of an element: where its two entries of C stand
/// among the folded values, and cos and sin of theta / 2 (1 and 0 of a node that is its own
/// partner), times `half`. Parts that an entry lacks are zeros to be read and a row that nobody
/// reads to be written.
template <class Value>
struct WaveRows {
  Value *first_re, *first_im, *second_re, *second_im;
  double half, cos, sin;
};

/// The stage of a Fourier transform of z = u(a) + i u(b) over E elements that is next to its waves,
/// with what makes of Z_k and Z_{E-k} the entries of C, so that both are one pass over the rows.
/// With A = Z_k and B the conjugate of Z_{E-k}
///
///   U(a) = (A + B) / 2,  U(b) = -i (A - B) / 2,  S, D = ((1 - i) f A +- (1 + i) f B) / 2
///
/// where f = exp(-i theta / 2), of mirrored pairs S and D, else U(a) and f U(b). A stage of factor
/// r makes waves q + s j, j < r, s = E / r, of rows q + s i; the mirror images of these waves come
/// from q' = s - q, so that both are done together.
class WaveStage {
 public:
  static constexpr int max_factor = 4;

  /// The cheapest factor of n_elements.
  explicit WaveStage(int n_elements);
  [[nodiscard]] int factor() const { return factor_; }
  /// Butterflies, each with the one of the mirror images.
  [[nodiscard]] int n_butterflies() const { return rest_ / 2 + 1; }
  /// The wave, at most E / 2, that j of a butterfly and its mirror image make.
  [[nodiscard]] int wave(int butterfly, int j) const {
    const int k = butterfly + rest_ * j;
    return 2 * k > n_elements_ ? n_elements_ - k : k;
  }

  template <class Value>
  using Waves = std::array<WaveRows<Value>, max_factor>;
  /// The last stage forward: z to the rows of `waves`, by j.
  void to_waves(bool is_mirrored, int butterfly, kernels::ConstComplexRows z,
                const Waves<double>& waves, int n_lanes) const {
    forward_[is_mirrored][butterfly == 0](*this, butterfly, z, waves, n_lanes);
  }
  /// The transpose, the first stage on the way back. half of waves 0 and E / 2 is 1, not 1/2.
  void from_waves(bool is_mirrored, int butterfly, const Waves<const double>& waves,
                  kernels::ComplexRows z, int n_lanes) const {
    backward_[is_mirrored][butterfly == 0](*this, butterfly, waves, z, n_lanes);
  }
  /// Of all butterflies, one lane, one way.
  [[nodiscard]] double flops() const;

 private:
  using Forward = void (*)(const WaveStage&, int, kernels::ConstComplexRows, const Waves<double>&,
                           int);
  using Backward = void (*)(const WaveStage&, int, const Waves<const double>&, kernels::ComplexRows,
                            int);
  template <int radix, bool is_mirrored, bool is_zero>
  struct Kernels;
  template <int radix, bool is_mirrored>
  void choose();
  template <int radix>
  void choose();

  int n_elements_, factor_, rest_;
  std::vector<double> twiddle_re_, twiddle_im_;  ///< [rest][factor]: exp(-2 pi i p j / E)
  std::array<std::array<Forward, 2>, 2> forward_{};
  std::array<std::array<Backward, 2>, 2> backward_{};
};

}  // namespace lobatto::direct
