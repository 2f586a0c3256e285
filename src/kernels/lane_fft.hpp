#pragma once

#include <cstddef>
#include <vector>

namespace lobatto::kernels {

/// The discrete Fourier transform over rows, for many lanes at a time: X_k = sum_e x_e w^{e k}, w =
/// exp(-2 pi i / n), or the conjugate powers on the way back; nothing is scaled. Stockham's sorted
/// form (Cochran et al., IEEE Trans. Audio Electroacoust. 15 (1967)) with factors 4, 3, 2, 5 and
/// any other prime as it is.
class LaneFft {
 public:
  explicit LaneFft(int n);

  /// Real and imaginary parts, [n][stride] each.
  template <class Value>
  struct RowsOf {
    Value *re, *im;
    std::size_t stride;
  };
  using Rows = RowsOf<double>;
  using ConstRows = RowsOf<const double>;
  /// Transforms n_lanes of the rows `x` by way of `here` and `there`, of which the second may be x;
  /// where the result lies, one of the two, is returned.
  [[nodiscard]] Rows forward(ConstRows x, Rows here, Rows there, int n_lanes) const;
  /// With the conjugate powers: real and imaginary parts change places before and after.
  [[nodiscard]] Rows backward(ConstRows x, Rows here, Rows there, int n_lanes) const {
    const Rows y = forward({x.im, x.re, x.stride}, {here.im, here.re, here.stride},
                           {there.im, there.re, there.stride}, n_lanes);
    return {y.im, y.re, y.stride};
  }
  /// Of one lane, a way.
  [[nodiscard]] double flops() const;

 private:
  /// n = factor * rest; s, the product of the factors before, transforms side by side.
  struct Stage {
    int factor, rest, side_by_side;
    std::vector<double> twiddle_re, twiddle_im;  ///< [rest][factor]: w_n^(p j)
    std::vector<double> root_re, root_im;        ///< [factor]: w_factor^j
  };
  static void run(const Stage& stage, ConstRows x, Rows y, int n_lanes);

  std::vector<Stage> stages_;
  int n_;
};

}  // namespace lobatto::kernels
