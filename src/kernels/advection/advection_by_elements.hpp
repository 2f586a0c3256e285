#pragma once

#include <algorithm>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/advection/advection.hpp"
#include "kernels/advection/advection_column.hpp"
#include "kernels/registers/fetch_ahead.hpp"
#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {
inline namespace LOBATTO_LANES {

/// Advection of one element at a time, x points in the lanes: points and their mirrors, in the
/// order c, m - 1 - c, c + 1, m - 2 - c, ... Along x the even and odd parts of a line lie side by
/// side, e_0 o_0 e_1 o_1 ..., so that one multiply-add serves the even part of one lane and the odd
/// part of the next. For n too large for batches.
template <int n, int m>
class AdvectionByElements : public AdvectionMethod {
 public:
  explicit AdvectionByElements(const AdvectionRule& rule) : column_(rule) { arrange_matrices(); }

  [[nodiscard]] const char* name() const override { return "x points in lanes"; }

  void apply(std::span<const Lengths> lengths, const AdvectionFields& call) override {
    const AdvectionSources sources(call);
    while (sources_.size() < sources.fields.size()) sources_.emplace_back();
    while (results_.size() < sources.advected.size()) results_.emplace_back(plane * row);
    for (std::size_t e = 0; e < lengths.size(); ++e) {
      const std::size_t offset = e * element;
      fetches_.restart(element, sources.advected.size() * n_columns * n_pairs);
      for (const double* source : sources.fields) fetches_.add(source, offset + element);
      for (const double* result : call.out) fetches_.add(result, offset);
      apply_element(lengths[e], offset, sources, call);
    }
  }

 private:
  static constexpr int n_even = EvenOddMatrices<n, m>::n_even;
  static constexpr int n_odd = EvenOddMatrices<n, m>::n_odd;
  static constexpr int n_pairs = EvenOddMatrices<n, m>::n_pairs;
  static constexpr int pairs_a_column = n_lanes / 2;
  static constexpr int n_columns = (n_pairs + pairs_a_column - 1) / pairs_a_column;
  static constexpr int row =
      (n_even + pairs_a_column - 1) / pairs_a_column;  ///< registers of a folded line of n
  static constexpr int plane = n * n;
  static constexpr int element = n * n * n;

  using Buffer = base::AlignedArray<Lanes>;
  struct Source {
    Buffer folded{plane * row};  ///< [k][j] lines e_0 o_0 e_1 o_1 ...
    Buffer values{plane};        ///< of one column
    Buffer slopes{plane};
  };

  void arrange_matrices() {
    const auto& matrices = column_.matrices();
    for (int c = 0; c < n_pairs; ++c) {
      const int column = c / pairs_a_column, lane = 2 * (c % pairs_a_column);
      for (int i = 0; i < n_even; ++i) {
        values_[column][i][lane] = matrices.ie[i][c];
        slopes_[column][i][lane] = matrices.je[i][c];
        Lanes& back = back_[column][c % pairs_a_column][i / pairs_a_column];
        back[2 * (i % pairs_a_column)] = matrices.be[c][i];
        if (i >= n_odd) continue;
        values_[column][i][lane + 1] = matrices.io[i][c];
        slopes_[column][i][lane + 1] = matrices.jo[i][c];
        back[2 * (i % pairs_a_column) + 1] = matrices.bo[c][i];
      }
    }
  }

  void apply_element(const Lengths& h, std::size_t offset, const AdvectionSources& sources,
                     const AdvectionFields& call) {
    Lanes scale[3];
    for (int d = 0; d < 3; ++d) scale[d] = Lanes{} + 2.0 / h[d];
    for (std::size_t s = 0; s < sources.fields.size(); ++s) {
      fold(sources.fields[s] + offset, reinterpret_cast<double*>(sources_[s].folded.data()));
    }
    for (int column = 0; column < n_columns; ++column) {
      columns_.clear();
      outputs_.clear();
      for (std::size_t s = 0; s < sources.fields.size(); ++s) {
        Source& source = sources_[s];
        to_points_along_x(column, source);
        columns_.push_back(
            {source.values.data(), sources.is_advected[s] ? source.slopes.data() : nullptr});
      }
      while (backs_.size() < sources.advected.size()) backs_.emplace_back(plane);
      for (std::size_t f = 0; f < sources.advected.size(); ++f)
        outputs_.push_back(backs_[f].data());
      column_.apply(columns_, scale, sources.advected, outputs_, fetches_);
      for (std::size_t f = 0; f < sources.advected.size(); ++f) {
        back_along_x(column, backs_[f].data(), results_[f].data());
      }
    }
    for (std::size_t f = 0; f < sources.advected.size(); ++f) {
      unfold(reinterpret_cast<const double*>(results_[f].data()), call.out[f] + offset);
    }
  }

  /// Element [k][j][i] to lines folded in all directions.
  static void fold(const double* __restrict u, double* __restrict out) {
    constexpr int line = row * n_lanes;
    for (int k = 0; k < n_even; ++k) {
      for (int j = 0; j < n_even; ++j) {
        const int kr = n - 1 - k, jr = n - 1 - j;
        // The middle plane and line have no partner: nothing is added and their odd part does not
        // exist.
        const double y = j == jr ? 0.0 : 1.0, z = k == kr ? 0.0 : 1.0;
        double t[4][n];
        for (int i = 0; i < n; ++i) {
          const double a = u[k * plane + j * n + i] + y * u[k * plane + jr * n + i];
          const double b = u[k * plane + j * n + i] - y * u[k * plane + jr * n + i];
          const double c = u[kr * plane + j * n + i] + y * u[kr * plane + jr * n + i];
          const double d = u[kr * plane + j * n + i] - y * u[kr * plane + jr * n + i];
          t[0][i] = a + z * c;
          t[1][i] = b + z * d;
          t[2][i] = a - z * c;
          t[3][i] = b - z * d;
        }
        fold_line(t[0], out + (k * n + j) * line);
        if (j < n_odd) fold_line(t[1], out + (k * n + n_even + j) * line);
        if (k < n_odd) fold_line(t[2], out + ((n_even + k) * n + j) * line);
        if (k < n_odd && j < n_odd) fold_line(t[3], out + ((n_even + k) * n + n_even + j) * line);
      }
    }
  }

  static LOBATTO_INLINE void fold_line(const double (&t)[n], double* out) {
    for (int i = 0; i < n_odd; ++i) {
      out[2 * i] = t[i] + t[n - 1 - i];
      out[2 * i + 1] = t[i] - t[n - 1 - i];
    }
    if constexpr (n % 2 == 1) {
      out[2 * n_odd] = t[n_odd];
      out[2 * n_odd + 1] = 0.0;
    }
  }

  void to_points_along_x(int column, Source& source) const {
    constexpr int together = 4;
    const Lanes signs = alternating_signs();
    const double* u = reinterpret_cast<const double*>(source.folded.data());
    for (int line = 0; line < plane; line += together) {
      // A last group that is not full repeats the lines before it.
      const int first = std::min(line, plane - together);
      Lanes value[together], slope[together];
      unrolled<together>([&](auto l)
                             __attribute__((always_inline)) { value[l] = slope[l] = Lanes{}; });
      for (int i = 0; i < n_even; ++i) {
        const Lanes a = values_[column][i], b = slopes_[column][i];
        unrolled<together>([&](auto l) __attribute__((always_inline)) {
          const Lanes x = load_pair(u + (first + l) * row * n_lanes + 2 * i);
          value[l] += a * x;
          slope[l] += b * x;
        });
      }
      unrolled<together>([&](auto l) __attribute__((always_inline)) {
        source.values[first + l] = swap_neighbours(value[l]) + signs * value[l];
        source.slopes[first + l] = slope[l] + signs * swap_neighbours(slope[l]);
      });
    }
  }

  /// Adds what the points of a column contribute to the folded lines of the result; the first
  /// column starts them.
  void back_along_x(int column, const Lanes* points, Lanes* out) const {
    const Lanes signs = alternating_signs();
    for (int line = 0; line < plane; ++line) {
      const Lanes parity = swap_neighbours(points[line]) + signs * points[line];
      Lanes sum[row];
      unrolled<row>([&](auto v) __attribute__((always_inline)) {
        sum[v] = column == 0 ? Lanes{} : out[line * row + v];
      });
      unrolled<pairs_a_column>([&](auto c) __attribute__((always_inline)) {
        const Lanes x = spread_pair<c>(parity);
        unrolled<row>([&](auto v)
                          __attribute__((always_inline)) { sum[v] += back_[column][c][v] * x; });
      });
      unrolled<row>([&](auto v) __attribute__((always_inline)) { out[line * row + v] = sum[v]; });
    }
  }

  /// Folded lines back to the element [k][j][i].
  static void unfold(const double* __restrict folded, double* __restrict out) {
    constexpr int line = row * n_lanes;
    for (int k = 0; k < n_even; ++k) {
      for (int j = 0; j < n_even; ++j) {
        const int kr = n - 1 - k, jr = n - 1 - j;
        double t[4][n] = {};
        unfold_line(folded + (k * n + j) * line, t[0]);
        if (j < n_odd) unfold_line(folded + (k * n + n_even + j) * line, t[1]);
        if (k < n_odd) unfold_line(folded + ((n_even + k) * n + j) * line, t[2]);
        if (k < n_odd && j < n_odd)
          unfold_line(folded + ((n_even + k) * n + n_even + j) * line, t[3]);
        for (int i = 0; i < n; ++i) {
          const double a = t[0][i] + t[1][i], b = t[0][i] - t[1][i];
          const double c = t[2][i] + t[3][i], d = t[2][i] - t[3][i];
          out[k * plane + j * n + i] = a + c;
          out[k * plane + jr * n + i] = b + d;
          out[kr * plane + j * n + i] = a - c;
          out[kr * plane + jr * n + i] = b - d;
        }
      }
    }
  }

  static LOBATTO_INLINE void unfold_line(const double* folded, double (&t)[n]) {
    for (int i = 0; i < n_odd; ++i) {
      t[i] = folded[2 * i] + folded[2 * i + 1];
      t[n - 1 - i] = folded[2 * i] - folded[2 * i + 1];
    }
    if constexpr (n % 2 == 1) t[n_odd] = folded[2 * n_odd];
  }

  AdvectionColumn<n, m> column_;
  Lanes values_[n_columns][n_even] = {};  ///< even parts in even lanes, odd parts in odd lanes
  Lanes slopes_[n_columns][n_even] = {};
  Lanes back_[n_columns][pairs_a_column][row] = {};
  std::vector<Source> sources_;
  std::vector<Buffer> backs_;    ///< one column of each result, [k][j] folded
  std::vector<Buffer> results_;  ///< [k][j] lines E_0 O_0 E_1 O_1 ...
  FetchAhead fetches_;
  std::vector<SourceColumn> columns_;
  std::vector<Lanes*> outputs_;
};

}  // namespace LOBATTO_LANES
}  // namespace lobatto::kernels
