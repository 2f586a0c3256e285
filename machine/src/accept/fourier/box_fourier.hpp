#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "accept/fourier/line_fourier.hpp"
#include "accept/rank_box.hpp"
#include "base/aligned_array.hpp"
#include "comm/exchange/all_to_all.hpp"

namespace lobatto::accept {

/// A complex number for each node or wave of a rank, its parts apart.
struct ComplexField {
  explicit ComplexField(std::size_t n) : re(n), im(n) {}
  base::AlignedArray<double> re, im;
};

/// Discrete Fourier transform of a box over all ranks, by pencils:
///   X_k = sum_j x_j exp(-2 pi i sum_d k_d j_d / n_d),
/// nothing scaled. Ranks share the nodes in directions 0 and 1. Lines along 2 are transformed, then
/// 1 and 2 change places among the ranks that differ in 1, lines along 1 are transformed, then 0
/// and 1 change places among the ranks that differ in 0, lines along 0 are transformed.
///
/// Waves may be kept up to some |k_d| alone. The others are neither computed nor sent, and zero on
/// the way to nodes: of n / 2 kept per direction, lines along 1 are half of all, along 0 a quarter.
///
/// Nodes of a rank: [n_2][count(1)][count(0)], those of its RankBox. Waves of a rank, those that
/// are kept: [n_waves(0)][n_waves(1)][n_waves(2)], k_d = 0, 1, ... and then the negative ones up to
/// -1.
class BoxFourier {
 public:
  /// The ranks of the box must share directions 0 and 1 alone. Collective.
  BoxFourier(const RankBox& box, const comm::Communicator& communicator);
  /// Keeps the waves with |k_d| <= largest[d].
  BoxFourier(const RankBox& box, const std::array<int, 3>& largest,
             const comm::Communicator& communicator);

  [[nodiscard]] std::size_t n_nodes() const;
  [[nodiscard]] std::size_t n_waves() const;
  /// The waves of this rank in a direction: how many, and k_d of the i-th, from above -n_d / 2 to
  /// n_d / 2. All that are kept in direction 0.
  [[nodiscard]] int n_waves(int direction) const;
  [[nodiscard]] int wave(int direction, int i) const;

  void to_waves(const ComplexField& nodes, ComplexField& waves);
  /// The other way, with exp(+...): to_waves and to_nodes together multiply by the number of nodes.
  void to_nodes(const ComplexField& waves, ComplexField& nodes);

  /// 5 n log2 n per line of n numbers, of all ranks together: 5 N log2 N where all waves are kept.
  [[nodiscard]] double flops() const;
  /// What the lines of each direction read and write, of all ranks together.
  [[nodiscard]] double bytes() const;
  [[nodiscard]] std::size_t bytes_sent() const;  ///< by this rank, per transform

 private:
  /// Of the same coordinate but in one direction. Blocks travel both ways.
  struct Transpose {
    comm::Communicator group;
    comm::AllToAll there, back;
  };
  template <class Value, class BlockOf>
  std::vector<LineRowOf<Value>> middle_blocks(int lines_along, const BlockOf& block_of) const;
  template <class Value, class BlockOf>
  std::vector<LineRowOf<Value>> last_blocks(int lines_along, const BlockOf& block_of) const;
  template <class Value>
  std::vector<LineRowOf<Value>> node_rows(Value* re, Value* im) const;
  template <class Value>
  std::vector<LineRowOf<Value>> wave_rows(Value* re, Value* im) const;
  /// How many waves of a direction are kept.
  [[nodiscard]] int n_kept(int direction) const;
  /// k_d of the i-th of them.
  [[nodiscard]] int kept_wave(int direction, int i) const;
  /// The rows of the kept waves of a direction among all of a line.
  template <class Value>
  std::vector<LineRowOf<Value>> among_all(int direction,
                                          const std::vector<LineRowOf<Value>>& kept) const;
  Transpose transpose(int direction, const RankBox& box,
                      const comm::Communicator& communicator) const;
  void forward(const double* nodes_re, const double* nodes_im, double* waves_re, double* waves_im);
  void backward(const double* waves_re, const double* waves_im, double* nodes_re, double* nodes_im);

  std::array<int, 3> size_, largest_;
  /// Of nodes in 0 and 1; of waves in 1, which the ranks of 0 share, and in 2, which those of 1 do.
  Shares x_, y_, y_waves_, z_waves_;
  int rank_x_, rank_y_;
  std::size_t nx_, ny_, ny_waves_, nz_waves_;  ///< of this rank
  Transpose middle_, last_;                    ///< 1 with 2, and 0 with 1
  LineFourier along_x_, along_y_, along_z_;
};

}  // namespace lobatto::accept
