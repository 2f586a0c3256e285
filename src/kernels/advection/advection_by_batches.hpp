#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/advection/advection.hpp"
#include "kernels/advection/advection_column.hpp"
#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {
inline namespace LOBATTO_LANES {

/// Advection of as many elements at once as there are lanes, one in each; the last batch repeats
/// its last element. The matrices are compiled in shape and split by parity. For small n, where a
/// batch fits in cache.
template <int n, int m>
class AdvectionByBatches : public AdvectionMethod {
 public:
  explicit AdvectionByBatches(const AdvectionRule& rule) : column_(rule) {}

  [[nodiscard]] const char* name() const override { return "elements in lanes"; }
  [[nodiscard]] int block_size() const override { return n_lanes; }

  void apply(std::span<const Lengths> lengths, const AdvectionFields& call) override {
    const AdvectionSources sources(call);
    prepare(sources);
    for (std::size_t first = 0; first < lengths.size(); first += n_lanes) {
      apply_batch(Batch(first, lengths.size()), lengths, sources, call);
    }
  }

 private:
  static constexpr int n_even = EvenOddMatrices<n, m>::n_even;
  static constexpr int n_odd = EvenOddMatrices<n, m>::n_odd;
  static constexpr int n_pairs = EvenOddMatrices<n, m>::n_pairs;
  static constexpr int plane = n * n;
  static constexpr int element = n * n * n;
  /// Between the columns of a result; not a multiple of 4096 byte, so that they fall into different
  /// cache sets.
  static constexpr int column_stride = plane + 1;

  using Buffer = base::AlignedArray<Lanes>;
  using Elements = std::array<const double*, n_lanes>;

  /// At every x point a: [a][k][j] with column_stride between the points.
  struct Source {
    Buffer values{column_stride * m};
    Buffer slopes{column_stride * m};
  };

  void prepare(const AdvectionSources& sources) {
    if (sources_.size() < sources.fields.size()) sources_.resize(sources.fields.size());
    while (results_.size() < sources.advected.size()) results_.emplace_back(column_stride * m);
  }

  /// Where the elements of a batch begin; lanes beyond the last element repeat it.
  struct Batch {
    Batch(std::size_t first_element, std::size_t n_elements)
        : first(first_element), count(std::min<std::size_t>(n_lanes, n_elements - first)) {
      for (std::size_t lane = 0; lane < n_lanes; ++lane)
        offset[lane] = (first + std::min(lane, count - 1)) * element;
    }
    std::size_t first, count;
    std::array<std::size_t, n_lanes> offset{};
  };

  void apply_batch(const Batch& batch, std::span<const Lengths> lengths,
                   const AdvectionSources& sources, const AdvectionFields& call) {
    Lanes scale[3];
    for (std::size_t lane = 0; lane < n_lanes; ++lane) {
      const Lengths& h = lengths[batch.offset[lane] / element];
      for (int d = 0; d < 3; ++d) scale[d][lane] = 2.0 / h[d];
    }
    for (std::size_t s = 0; s < sources.fields.size(); ++s) {
      Elements from{};
      for (int lane = 0; lane < n_lanes; ++lane)
        from[lane] = sources.fields[s] + batch.offset[lane];
      load_folded(from, element_.data());
      to_points_along_x(sources_[s], sources.is_advected[s]);
    }
    plan_fetches(batch, sources, call);
    for (int a = 0; a < m; ++a) {
      advect_column(a, sources, scale);
    }
    for (std::size_t f = 0; f < sources.advected.size(); ++f) {
      back_along_x(results_[f].data());
      std::array<double*, n_lanes> to{};
      for (std::size_t lane = 0; lane < n_lanes; ++lane)
        to[lane] = call.out[f] + batch.offset[lane];
      store_unfolded(to, batch.count);
    }
  }

  /// The results of this batch and the sources of the next one: as many elements on, be it in this
  /// call or the next.
  void plan_fetches(const Batch& batch, const AdvectionSources& sources,
                    const AdvectionFields& call) {
    fetches_.restart(element, sources.advected.size() * m * n_pairs);
    for (std::size_t lane = 0; lane < n_lanes; ++lane) {
      for (const double* source : sources.fields)
        fetches_.add(source, (batch.first + n_lanes + lane) * element);
      for (const double* result : call.out) fetches_.add(result, batch.offset[lane]);
    }
  }

  void advect_column(int a, const AdvectionSources& sources, const Lanes (&scale)[3]) {
    columns_.clear();
    for (std::size_t s = 0; s < sources.fields.size(); ++s) {
      const Source& source = sources_[s];
      columns_.push_back(
          {source.values.data() + a * column_stride,
           sources.is_advected[s] ? source.slopes.data() + a * column_stride : nullptr});
    }
    outputs_.clear();
    for (std::size_t f = 0; f < sources.advected.size(); ++f) {
      outputs_.push_back(results_[f].data() + a * column_stride);
    }
    column_.apply(columns_, scale, sources.advected, outputs_, fetches_);
  }

  /// A batch from memory to lanes, folded along z.
  void load_folded(const Elements& from, Lanes* out) const {
    for (int k = 0; k < n_even; ++k) {
      const int mirror = n - 1 - k;
      for (int p = 0; p < plane; p += n_lanes) {
        const int at = std::min(p, plane - n_lanes);
        Lanes low[n_lanes], high[n_lanes];
        unrolled<n_lanes>([&](auto lane) __attribute__((always_inline)) {
          const Lanes a = load(from[lane] + k * plane + at),
                      b = load(from[lane] + mirror * plane + at);
          low[lane] = mirror == k ? a : a + b;
          high[lane] = a - b;
        });
        transpose(low);
        unrolled<n_lanes>([&](auto q)
                              __attribute__((always_inline)) { out[k * plane + at + q] = low[q]; });
        if (mirror == k) continue;
        transpose(high);
        unrolled<n_lanes>([&](auto q) __attribute__((always_inline)) {
          out[(n_even + k) * plane + at + q] = high[q];
        });
      }
    }
  }

  static LOBATTO_INLINE void fold_plane(const Lanes* u, Lanes (&folded)[n][n]) {
    Lanes t[n][n];
    for (int j = 0; j < n; ++j) fold_line(u + j * n, 1, t[j], 1);
    for (int i = 0; i < n; ++i) fold_line(&t[0][i], n, &folded[0][i], n);
  }

  static LOBATTO_INLINE void fold_line(const Lanes* in, int in_stride, Lanes* out, int out_stride) {
    unrolled<n_odd>([&](auto i) __attribute__((always_inline)) {
      const Lanes a = in[i * in_stride], b = in[(n - 1 - i) * in_stride];
      out[i * out_stride] = a + b;
      out[(n_even + i) * out_stride] = a - b;
    });
    if constexpr (n % 2 == 1) out[n_odd * out_stride] = in[n_odd * in_stride];
  }

  /// Values and slopes at all x points from element_.
  void to_points_along_x(Source& source, bool with_slopes) const {
    constexpr int together = n_lanes == 8 && n % 2 == 0 ? 2 : 1;
    for (int k = 0; k < n; ++k) {
      Lanes folded[n][n];
      fold_plane(element_.data() + k * plane, folded);
      for (int j = 0; j < n; j += together) {
        const int at = k * n + j;
        lines_to_points<together>(column_.matrices().ie, column_.matrices().io, 1.0, &folded[j],
                                  source.values.data() + at);
        if (with_slopes)
          lines_to_points<together>(column_.matrices().je, column_.matrices().jo, -1.0, &folded[j],
                                    source.slopes.data() + at);
      }
    }
  }

  template <int n_lines>
  static LOBATTO_INLINE void lines_to_points(const double (&even)[n_even][n_pairs],
                                             const double (&odd)[n_odd][n_pairs], double sign,
                                             const Lanes (*lines)[n], Lanes* out) {
    const Lanes *in_e[n_lines], *in_o[n_lines];
    unrolled<n_lines>([&](auto line) __attribute__((always_inline)) {
      in_e[line] = lines[line];
      in_o[line] = lines[line] + n_even;
    });
    constexpr int blocks = (n_pairs + 5) / 6;
    unrolled<blocks>([&](auto block) __attribute__((always_inline)) {
      constexpr int first = block * n_pairs / blocks,
                    count = (block + 1) * n_pairs / blocks - first;
      Lanes e[n_lines][count], o[n_lines][count];
      half_product(even, first, in_e, e);
      half_product(odd, first, in_o, o);
      unrolled<n_lines>([&](auto line) __attribute__((always_inline)) {
        unrolled<count>([&](auto c) __attribute__((always_inline)) {
          const Lanes high = sign > 0.0 ? e[line][c] - o[line][c] : o[line][c] - e[line][c];
          out[(m - 1 - first - c) * column_stride + line] = high;
          out[(first + c) * column_stride + line] = e[line][c] + o[line][c];
        });
      });
    });
  }

  /// element_[k][j][i], unfolded along x and y, from the columns of one result.
  void back_along_x(const Lanes* columns) {
    for (int k = 0; k < n; ++k) {
      Lanes rows[n][n];
      for (int j = 0; j < n; ++j) back_line(columns + k * n + j, rows[j]);
      Lanes* out = element_.data() + k * plane;
      for (int i = 0; i < n; ++i) {
        unrolled<n_odd>([&](auto j) __attribute__((always_inline)) {
          out[j * n + i] = rows[j][i] + rows[n_even + j][i];
          out[(n - 1 - j) * n + i] = rows[j][i] - rows[n_even + j][i];
        });
        if constexpr (n % 2 == 1) out[n_odd * n + i] = rows[n_odd][i];
      }
    }
  }

  LOBATTO_INLINE void back_line(const Lanes* columns, Lanes (&row)[n]) const {
    const auto& matrices = column_.matrices();
    Lanes even[n_pairs], odd[n_pairs];
    unrolled<n_pairs>([&](auto c) __attribute__((always_inline)) {
      const Lanes low = columns[c * column_stride], high = columns[(m - 1 - c) * column_stride];
      even[c] = low + high;
      odd[c] = low - high;
    });
    const Lanes* const in_e[1] = {even};
    const Lanes* const in_o[1] = {odd};
    Lanes e[1][n_even], o[1][n_odd];
    half_product(matrices.be, 0, in_e, e);
    half_product(matrices.bo, 0, in_o, o);
    unrolled<n_odd>([&](auto i) __attribute__((always_inline)) {
      row[i] = e[0][i] + o[0][i];
      row[n - 1 - i] = e[0][i] - o[0][i];
    });
    if constexpr (n % 2 == 1) row[n_odd] = e[0][n_odd];
  }

  /// Unfold along z and give each element its lane; lanes beyond n_elements are padding.
  void store_unfolded(const std::array<double*, n_lanes>& to, std::size_t n_elements) const {
    for (int k = 0; k < n_even; ++k) {
      const Lanes* even = element_.data() + k * plane;
      const Lanes* odd = element_.data() + (n_even + k) * plane;
      const bool middle = 2 * k == n - 1;
      for (int p = 0; p < plane; p += n_lanes) {
        const int at = std::min(p, plane - n_lanes);
        Lanes low[n_lanes], high[n_lanes];
        unrolled<n_lanes>([&](auto q) __attribute__((always_inline)) {
          low[q] = middle ? even[at + q] : even[at + q] + odd[at + q];
          high[q] = middle ? even[at + q] : even[at + q] - odd[at + q];
        });
        transpose(low);
        transpose(high);
        for (std::size_t lane = 0; lane < n_elements; ++lane) {
          store(to[lane] + k * plane + at, low[lane]);
          store(to[lane] + (n - 1 - k) * plane + at, high[lane]);
        }
      }
    }
  }

  AdvectionColumn<n, m> column_;
  std::vector<Source> sources_;
  std::vector<Buffer> results_;  ///< [m] columns of [k][j], folded
  Buffer element_{
      element};  ///< folded along z on the way in; unfolded along x and y on the way out
  FetchAhead fetches_;
  std::vector<SourceColumn> columns_;
  std::vector<Lanes*> outputs_;
};

}  // namespace LOBATTO_LANES
}  // namespace lobatto::kernels
