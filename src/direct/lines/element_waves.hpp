#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "direct/lines/line_fold.hpp"
#include "direct/lines/wave_stage.hpp"
#include "kernels/registers/lane_fft.hpp"

namespace lobatto::direct {

/// The symmetries of a periodic line of E equal elements of order p, all translations: values u(e,
/// a) at node a < p of element e become waves over the elements, theta = 2 pi k / E, seen from the
/// middle of an element,
///
///   U(a) = sum_e u(e, a) exp(-i theta e),  W(0) = U(0),  W(a) = exp(-i theta / 2) U(a),
///   C = (W(0); S_a = W(a) + W(p - a), D_a = -i (W(a) - W(p - a)) of each pair a < p - a;
///        W(p / 2) of even p).
///
/// Reflection and conjugation together leave C as it is. So a real operator that commutes with
/// translations and reflection is one real matrix on C, p x p, for its real and its imaginary part
/// alike; at k = 0 and E / 2 even and odd functions part besides. Real and imaginary parts of C are
/// the folded values, orthogonal, not of unit length.
class ElementWaves {
 public:
  ElementWaves(int n_elements, int order);

  using Block = LineFold::Block;
  [[nodiscard]] int size() const { return n_elements_ * order_; }
  [[nodiscard]] std::span<const Block> blocks() const { return blocks_; }
  [[nodiscard]] const char* name() const { return "waves"; }

  /// One function of a block by what it is in an element: entry c of C, the component (real or
  /// imaginary part) and the wave k.
  struct Function {
    int wave;
    int entry;  ///< 0 W(0), 2 a - 1 S_a, 2 a D_a, p - 1 W(p / 2) of even p
    bool is_imaginary;
  };
  /// In the order of the folded values. [size()]
  [[nodiscard]] std::span<const Function> functions() const { return functions_; }
  /// w(i) at the nodes i <= p of an element, with u(e, i) = Re(w(i) exp(i theta (e + 1/2))): the
  /// column of Q with folded = Q^T nodes. [p + 1]
  [[nodiscard]] std::vector<std::complex<double>> amplitudes(const Function& function) const;

  /// folded = Q^T nodes of n_lanes lanes, rows `node_stride` and `folded_stride` apart. work:
  /// work_rows() rows of folded_stride.
  void fold(const double* nodes, std::size_t node_stride, double* folded, std::size_t folded_stride,
            int n_lanes, double* work) const;
  /// nodes = Q folded.
  void unfold(const double* folded, std::size_t folded_stride, double* nodes,
              std::size_t node_stride, int n_lanes, double* work) const;
  [[nodiscard]] int work_rows() const;
  /// Passes over all rows that one way takes.
  [[nodiscard]] int n_stages() const { return 1 + after_.n_stages(); }
  /// Of folding one lane, and of that with the products of its blocks.
  [[nodiscard]] double flops() const;
  [[nodiscard]] double transform_flops() const;

 private:
  [[nodiscard]] int n_waves() const { return n_elements_ / 2 + 1; }
  void make_pairs();
  /// Where parts of entry c of wave k stand among the folded values; -1: nowhere, it is zero.
  struct Place {
    int re = -1, im = -1;
  };
  Place& place(int k, int c) { return places_[k * order_ + c]; }
  [[nodiscard]] const Place& place(int k, int c) const { return places_[k * order_ + c]; }
  /// Two nodes of an element whose values make one complex sequence, and their entries: S_a and
  /// D_a, or W(0) and W(p / 2). A node that is left alone is its own partner.
  struct Pair {
    int first, second;
    int entry_of_first, entry_of_second;
    bool is_mirrored;  ///< a and p - a
  };
  /// What the waves of a butterfly are made to or of; parts that are not there are at `missing`.
  template <class Value>
  [[nodiscard]] WaveStage::Waves<Value> waves_of(const Pair& pair, int butterfly, Value* folded,
                                                 std::size_t stride, Value* missing) const;

  int n_elements_, order_;
  WaveStage stage_;
  kernels::LaneFft before_, after_;  ///< the other stages, of folding and of unfolding
  std::vector<double> cos_, sin_;    ///< [wave]: of theta / 2
  std::vector<Function> functions_;
  std::vector<Block> blocks_;
  std::vector<Place> places_;  ///< [wave][entry]
  std::vector<Pair> pairs_;
};

}  // namespace lobatto::direct
