#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lobatto::kernels {

/// Real and imaginary parts, [n][stride] each.
template <class Value>
struct ComplexRowsOf {
  Value *re, *im;
  std::size_t stride;
};
using ComplexRows = ComplexRowsOf<double>;
using ConstComplexRows = ComplexRowsOf<const double>;

/// The same where each row lies anywhere, [n] addresses.
template <class Value>
struct ScatteredRowsOf {
  Value *const *re, *const *im;
};
using ScatteredRows = ScatteredRowsOf<double>;
using ConstScatteredRows = ScatteredRowsOf<const double>;

/// Stages of the discrete Fourier transform over rows, for many lanes at a time: X_k = sum_e x_e
/// w^{e k}, w = exp(-2 pi i / n); nothing is scaled. Stockham's sorted form (Cochran et al., IEEE
/// Trans. Audio Electroacoust. 15 (1967)) with factors 1 to 6, 8 and any other prime as it is.
class LaneFft {
 public:
  /// The stages of these factors, of what is left of n rows once the product `before` of the
  /// factors of earlier stages is taken. before times all of them divides n; later stages do the
  /// rest.
  LaneFft(int n, int before, std::span<const int> factors);

  [[nodiscard]] int n_stages() const { return static_cast<int>(stages_.size()); }
  /// Stages from the rows x by way of `here` and `there` in turn, the second of which may be x, to
  /// `out`, which may be the one whose turn it is. All of n_lanes. Nothing without a stage.
  void operator()(ConstComplexRows x, ComplexRows here, ComplexRows there, ComplexRows out,
                  int n_lanes) const;
  /// From and to rows that lie anywhere; `here` and `there` must be neither. Needs a stage.
  void operator()(ConstScatteredRows x, ComplexRows here, ComplexRows there, ScatteredRows out,
                  int n_lanes) const;
  /// Of here and there, whose turn it is at the last stage.
  [[nodiscard]] ComplexRows last_of(ComplexRows here, ComplexRows there) const {
    return stages_.size() % 2 == 1 ? here : there;
  }
  /// Of one lane.
  [[nodiscard]] double flops() const;

 private:
  /// Of n / side_by_side = factor * rest rows; side_by_side, the product of the factors before,
  /// transforms stand side by side.
  struct Stage {
    int factor, rest, side_by_side;
    std::vector<double> twiddle_re, twiddle_im;  ///< [rest][factor]: w^(p j)
    std::vector<double> root_re, root_im;        ///< [factor]: exp(-2 pi i j / factor)
  };
  template <class In, class Out>
  static void run(const Stage& stage, const In& x, const Out& y, int n_lanes);

  std::vector<Stage> stages_;
  int n_;
};

/// Factors of n of the stages that take least: additions, multiplications, and a pass over the
/// rows each.
std::vector<int> fft_factors(int n);
/// By which fft_factors goes: per row and lane, a stage of this factor.
double fft_stage_cost(int factor);

}  // namespace lobatto::kernels
