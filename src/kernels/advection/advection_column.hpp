#pragma once

#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/advection/even_odd.hpp"
#include "kernels/registers/fetch_ahead.hpp"
#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {
inline namespace LOBATTO_LANES {

/// What a column sees of one source field: values and x derivatives at one fine x position (a
/// different element or a different x position in each lane), [k][j] in folded order. The first
/// three sources are the velocity.
struct SourceColumn {
  const Lanes* values = nullptr;
  const Lanes* slopes = nullptr;  ///< null when the source is velocity only, not advected
};

/// The y and z part of the advection for one fine x position: to a few points along y, then line by
/// line along z, where the product u . grad f exists only in registers, and back along z and y. No
/// field on the fine points is ever stored.
template <int n, int m>
class AdvectionColumn {
 public:
  static constexpr int n_even = EvenOddMatrices<n, m>::n_even;
  static constexpr int n_odd = EvenOddMatrices<n, m>::n_odd;
  static constexpr int n_pairs = EvenOddMatrices<n, m>::n_pairs;

  explicit AdvectionColumn(const AdvectionRule& rule) : matrices_(rule) {}

  /// scale: 2 / h_d in each lane. advected: which sources, in the order of the results; results
  /// [n][n], [k][j] folded.
  void apply(const std::vector<SourceColumn>& sources, const Lanes (&scale)[3],
             const std::vector<int>& advected, const std::vector<Lanes*>& results,
             FetchAhead& fetches) {
    while (y_.size() < sources.size()) y_.emplace_back(3 * quantity);
    while (z_.size() < results.size()) z_.emplace_back(2 * n_pairs * n);
    // Sums and differences of mirrored points are twice the even and odd parts.
    const Lanes factor[3] = {2.0 * scale[0], 2.0 * scale[1], 2.0 * scale[2]};
    for (int block = 0; block < n_large_blocks; ++block) {
      advect_block<large_block>(block * large_block, sources, factor, advected, fetches);
    }
    if constexpr (n_large_blocks < n_blocks) {
      for (int block = 0; block < n_blocks - n_large_blocks; ++block) {
        advect_block<large_block - 1>(n_large_blocks * large_block + block * (large_block - 1),
                                      sources, factor, advected, fetches);
      }
    }
    for (std::size_t f = 0; f < results.size(); ++f) back_along_y(z_[f].data(), results[f]);
  }

  [[nodiscard]] const EvenOddMatrices<n, m>& matrices() const { return matrices_; }

 private:
  /// Lines that a loop works on at once, to share the entries of the matrices.
  static constexpr int lines_together = n_lanes == 8 ? 2 : 1;

  /// Pairs of y points are taken in blocks: the larger, the oftener an entry of a matrix is used
  /// once loaded; but a column and what is between its y and z stage must fit the first cache.
  static constexpr int pairs_together = n < 9 ? 1 : 3;
  static constexpr int n_blocks = (n_pairs + pairs_together - 1) / pairs_together;
  static constexpr int large_block = (n_pairs + n_blocks - 1) / n_blocks;
  static constexpr int n_large_blocks = n_pairs - n_blocks * (large_block - 1);
  static constexpr int quantity =
      2 * large_block * n;  ///< one of values, x slopes, y slopes on the lines of a block

  template <int count>
  void advect_block(int first, const std::vector<SourceColumn>& sources, const Lanes (&scale)[3],
                    const std::vector<int>& advected, FetchAhead& fetches) {
    for (std::size_t s = 0; s < sources.size(); ++s)
      to_points_along_y<count>(first, sources[s], y_[s].data());
    for (int c = 0; c < count; ++c) {
      if (2 * (first + c) == m - 1) {
        advect_lines<1>(first + c, c, scale, advected, fetches);
      } else {
        advect_lines<2>(first + c, c, scale, advected, fetches);
      }
    }
  }

  /// out[quantity][pair][low, high][k].
  template <int count>
  void to_points_along_y(int first, const SourceColumn& in, Lanes* out) const {
    constexpr int together = lines_together;
    for (int k = 0; k + together <= n; k += together)
      planes_to_points<count, together>(first, k, in, out + k);
    if constexpr (n % together != 0) planes_to_points<count, 1>(first, n - 1, in, out + n - 1);
  }

  template <int count, int n_planes>
  LOBATTO_INLINE void planes_to_points(int first, int k, const SourceColumn& in, Lanes* out) const {
    const Lanes* values[n_planes];
    unrolled<n_planes>([&](auto p)
                           __attribute__((always_inline)) { values[p] = in.values + (k + p) * n; });
    if (in.slopes == nullptr) {
      interpolate<count>(first, values, 0, out);
      return;
    }
    const Lanes* both[2 * n_planes];
    unrolled<n_planes>([&](auto p) __attribute__((always_inline)) {
      both[p] = values[p];
      both[n_planes + p] = in.slopes + (k + p) * n;
    });
    interpolate<count, n_planes>(first, both, quantity, out);
    differentiate<count>(first, values, out + 2 * quantity);
  }

  template <int count, int n_planes = 1, int n_lines>
  LOBATTO_INLINE void interpolate(int first, const Lanes* const (&even)[n_lines], int group_stride,
                                  Lanes* out) const {
    const Lanes* odd[n_lines];
    unrolled<n_lines>([&](auto line)
                          __attribute__((always_inline)) { odd[line] = even[line] + n_even; });
    Lanes e[n_lines][count], o[n_lines][count];
    half_product(matrices_.ie, first, even, e);
    half_product(matrices_.io, first, odd, o);
    const int group = group_stride == 0 ? n_lines : n_planes;
    unrolled<n_lines>([&](auto line) __attribute__((always_inline)) {
      Lanes* to = out + (line / group) * group_stride + line % group;
      unrolled<count>([&](auto c) __attribute__((always_inline)) {
        to[2 * c * n] = e[line][c] + o[line][c];
        to[(2 * c + 1) * n] = e[line][c] - o[line][c];
      });
    });
  }

  template <int count, int n_lines>
  LOBATTO_INLINE void differentiate(int first, const Lanes* const (&even)[n_lines],
                                    Lanes* out) const {
    const Lanes* odd[n_lines];
    unrolled<n_lines>([&](auto line)
                          __attribute__((always_inline)) { odd[line] = even[line] + n_even; });
    Lanes a[n_lines][count], b[n_lines][count];
    half_product(matrices_.je, first, even, a);
    half_product(matrices_.jo, first, odd, b);
    unrolled<n_lines>([&](auto line) __attribute__((always_inline)) {
      unrolled<count>([&](auto c) __attribute__((always_inline)) {
        out[2 * c * n + line] = a[line][c] + b[line][c];
        out[(2 * c + 1) * n + line] = b[line][c] - a[line][c];
      });
    });
  }

  /// Runs f(first, count) over the pairs of z points in blocks of at most `limit`.
  template <int limit, class Function>
  static LOBATTO_INLINE void for_blocks(Function&& f) {
    constexpr int blocks = (n_pairs + limit - 1) / limit;
    unrolled<blocks>([&](auto block) __attribute__((always_inline)) {
      constexpr int begin = block * n_pairs / blocks;
      f(std::integral_constant<int, begin>{},
        std::integral_constant<int, (block + 1) * n_pairs / blocks - begin>{});
    });
  }

  /// The lines along z at pair c of y points, `at` in the block; n_lines = 1 at the middle: advect
  /// every field, back along z.
  template <int n_lines>
  void advect_lines(int c, int at, const Lanes (&scale)[3], const std::vector<int>& advected,
                    FetchAhead& fetches) {
    Lanes velocity[n_lines][3][2 * n_pairs];
    unrolled<n_lines>([&](auto line) __attribute__((always_inline)) {
      velocity_line((2 * at + line) * n, scale, velocity[line]);
    });
    for (std::size_t f = 0; f < advected.size(); ++f) {
      Lanes even[n_lines][n_pairs], odd[n_lines][n_pairs];
      const Lanes* y = y_[advected[f]].data() + 2 * at * n;
      if constexpr (n_lines <= lines_together) {
        product_lines<n_lines>(y, velocity, even, odd);
      } else {
        for (int line = 0; line < n_lines; ++line) {
          product_lines<1>(y + line * n, velocity + line, even + line, odd + line);
        }
      }
      fetches.step();
      back_along_z<n_lines>(matrices_.be, even, z_[f].data() + c * n);
      back_along_z<n_lines>(matrices_.bo, odd, z_[f].data() + c * n + n_even);
    }
  }

  LOBATTO_INLINE void velocity_line(int at, const Lanes (&scale)[3],
                                    Lanes (&velocity)[3][2 * n_pairs]) const {
    const Lanes* const even[3] = {y_[0].data() + at, y_[1].data() + at, y_[2].data() + at};
    const Lanes* const odd[3] = {even[0] + n_even, even[1] + n_even, even[2] + n_even};
    for_blocks<n_accumulators / 6>([&](auto first, auto count) __attribute__((always_inline)) {
      Lanes e[3][count], o[3][count];
      half_product(matrices_.ie, first, even, e);
      half_product(matrices_.io, first, odd, o);
      unrolled<3>([&](auto d) __attribute__((always_inline)) {
        unrolled<count>([&](auto c) __attribute__((always_inline)) {
          velocity[d][first + c] = scale[d] * e[d][c];
          velocity[d][n_pairs + first + c] = scale[d] * o[d][c];
        });
      });
    });
  }

  /// u . grad f at the points of the lines, never unfolded along z: with e and o the parts of a
  /// factor that are even and odd in z, the product's are u_e f_e + u_o f_o and u_e f_o + u_o f_e.
  template <int n_lines>
  LOBATTO_INLINE void product_lines(const Lanes* y, const Lanes (*velocity)[3][2 * n_pairs],
                                    Lanes (*even)[n_pairs], Lanes (*odd)[n_pairs]) const {
    const Lanes *in_e[2 * n_lines], *in_o[2 * n_lines], *z_e[n_lines], *z_o[n_lines];
    unrolled<n_lines>([&](auto line) __attribute__((always_inline)) {
      z_e[line] = y + line * n;
      z_o[line] = z_e[line] + n_even;
      unrolled<2>([&](auto d) __attribute__((always_inline)) {
        in_e[2 * line + d] = z_e[line] + (d + 1) * quantity;
        in_o[2 * line + d] = z_o[line] + (d + 1) * quantity;
      });
    });
    for_blocks<n_accumulators / (4 * n_lines)>([&](auto first,
                                                   auto count) __attribute__((always_inline)) {
      Lanes sum_e[n_lines][count], sum_o[n_lines][count];
      {
        Lanes e[2 * n_lines][count], o[2 * n_lines][count];
        half_product(matrices_.ie, first, in_e, e);
        half_product(matrices_.io, first, in_o, o);
        unrolled<n_lines>([&](auto line) __attribute__((always_inline)) {
          unrolled<count>([&](auto c) __attribute__((always_inline)) {
            const Lanes *u = velocity[line][0] + first + c, *v = velocity[line][1] + first + c;
            constexpr int dx = 2 * line, dy = 2 * line + 1;
            sum_e[line][c] =
                u[0] * e[dx][c] + u[n_pairs] * o[dx][c] + v[0] * e[dy][c] + v[n_pairs] * o[dy][c];
            sum_o[line][c] =
                u[0] * o[dx][c] + u[n_pairs] * e[dx][c] + v[0] * o[dy][c] + v[n_pairs] * e[dy][c];
          });
        });
      }
      // A derivative swaps the parities.
      Lanes dz_o[n_lines][count], dz_e[n_lines][count];
      half_product(matrices_.je, first, z_e, dz_o);
      half_product(matrices_.jo, first, z_o, dz_e);
      unrolled<n_lines>([&](auto line) __attribute__((always_inline)) {
        unrolled<count>([&](auto c) __attribute__((always_inline)) {
          const Lanes* w = velocity[line][2] + first + c;
          even[line][first + c] =
              sum_e[line][c] + w[0] * dz_e[line][c] + w[n_pairs] * dz_o[line][c];
          odd[line][first + c] = sum_o[line][c] + w[0] * dz_o[line][c] + w[n_pairs] * dz_e[line][c];
        });
      });
    });
  }

  /// One parity of the nodal values along z, folded along y: z[c][k] = low + high, z[n_pairs +
  /// c][k] = low - high.
  template <int n_lines, int n_out>
  LOBATTO_INLINE void back_along_z(const double (&matrix)[n_pairs][n_out],
                                   const Lanes (&parity)[n_lines][n_pairs], Lanes* z) const {
    const Lanes* in[n_lines];
    unrolled<n_lines>([&](auto line) __attribute__((always_inline)) { in[line] = parity[line]; });
    constexpr int limit = n_lanes == 8 ? 8 : 6, blocks = (n_out + limit - 1) / limit;
    unrolled<blocks>([&](auto block) __attribute__((always_inline)) {
      constexpr int first = block * n_out / blocks, count = (block + 1) * n_out / blocks - first;
      Lanes r[n_lines][count];
      half_product(matrix, first, in, r);
      unrolled<count>([&](auto i) __attribute__((always_inline)) {
        z[first + i] = r[0][i] + r[n_lines - 1][i];
        if constexpr (n_lines == 2) z[n_pairs * n + first + i] = r[0][i] - r[1][i];
      });
    });
  }

  /// out[k][j], both folded.
  void back_along_y(const Lanes* z, Lanes* out) const {
    constexpr int together = n_lanes < 8 ? 1 : n_even <= 5 ? 4 : 2;
    for (int k = 0; k + together <= n; k += together) planes_back<together>(z + k, out + k * n);
    for (int k = n - n % together; k < n; ++k) planes_back<1>(z + k, out + k * n);
  }

  template <int n_planes>
  LOBATTO_INLINE void planes_back(const Lanes* z, Lanes* out) const {
    parity_back<n_planes>(matrices_.be, z, out);
    parity_back<n_planes>(matrices_.bo, z + n_pairs * n, out + n_even);
  }

  template <int n_planes, int n_out>
  LOBATTO_INLINE void parity_back(const double (&matrix)[n_pairs][n_out], const Lanes* z,
                                  Lanes* out) const {
    const Lanes* in[n_planes];
    unrolled<n_planes>([&](auto p) __attribute__((always_inline)) { in[p] = z + p; });
    constexpr int blocks = (n_out + 7) / 8;
    unrolled<blocks>([&](auto block) __attribute__((always_inline)) {
      constexpr int first = block * n_out / blocks, count = (block + 1) * n_out / blocks - first;
      Lanes r[n_planes][count];
      half_product<n>(matrix, first, in, r);
      unrolled<n_planes>([&](auto p) __attribute__((always_inline)) {
        unrolled<count>([&](auto j)
                            __attribute__((always_inline)) { out[p * n + first + j] = r[p][j]; });
      });
    });
  }

  EvenOddMatrices<n, m> matrices_;
  std::vector<base::AlignedArray<Lanes>>
      y_;  ///< of a source: [values, x slopes, y slopes][points of a block][n]
  std::vector<base::AlignedArray<Lanes>> z_;  ///< of a result: [n_pairs even, n_pairs odd][n]
};

}  // namespace LOBATTO_LANES
}  // namespace lobatto::kernels
