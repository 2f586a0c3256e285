#pragma once

#include "gpu/layout.hpp"
#include "gpu/line_products.hpp"

namespace lobatto::gpu {

/// Integrals over one element of u.u / 2, omega.omega / 2 and (div u)^2.
template <int N>
struct Diagnostics {
  static constexpr int n_threads = 256, blocks_at_once = 1;
  static constexpr int row_n = row_length(N, N), field = N * N * row_n;
  static constexpr int n_sums = 3;
  static constexpr int shared_size = 2 * field > n_sums* n_threads ? 2 * field : n_sums* n_threads;

  Layout layout;
  ElementSlopes slopes;
  const double* u;  ///< [3] nodes
  double* sums;     ///< [element][3]
  double mass[N];
  FoldedMatrix<N, N, -1> derivative;

  struct Own {
    double at[n_sums];
  };

  LOBATTO_DEVICE void run(int element, double* shared) const {
    const Layout::Element e = layout.element(element);
    double* values = shared;
    double* results = shared + field;
    PerThread<Own, n_threads> own;
    LOBATTO_FOR_THREADS(t, n_threads) own[t] = {};
    energy(e, own);
    // omega_c = sum over d != c of +-d_d u_f with f the third direction; the divergence is last.
    for (int c = 0; c < 4; ++c) {
      LOBATTO_FOR_THREADS(q, field) results[q] = 0;
      for (int d = 0; d < 3; ++d) {
        if (d == c) continue;
        const int f = c == 3 ? d : 3 - c - d;
        const double sign = c == 3 || (d + 3 - c) % 3 == 1 ? 1 : -1;
        load(e, f, values);
        LOBATTO_BARRIER();
        add_slope(d, sign * slopes.at(e, d), values, results);
        LOBATTO_BARRIER();
      }
      add_square(e, c, results, own);
      LOBATTO_BARRIER();
    }
    add_up(element, shared, own);
  }

 private:
  LOBATTO_DEVICE double weight(const Layout::Element& e, int q) const {
    return slopes.jacobian(e) * mass[q % N] * mass[q / N % N] * mass[q / (N * N)];
  }

  LOBATTO_DEVICE double value(const Layout::Element& e, int f, int q) const {
    const int i = q % N, j = q / N % N, k = q / (N * N);
    return u[f * layout.n_nodes() + layout.row_of_nodes(e, j, k) + layout.node(0, e.at[0], i)];
  }

  LOBATTO_DEVICE void energy(const Layout::Element& e, PerThread<Own, n_threads>& own) const {
    LOBATTO_FOR_THREADS(t, n_threads) {
      for (int q = t; q < N * N * N; q += n_threads) {
        for (int f = 0; f < 3; ++f) {
          const double speed = value(e, f, q);
          own[t].at[0] += 0.5 * weight(e, q) * speed * speed;
        }
      }
    }
  }

  LOBATTO_DEVICE void add_square(const Layout::Element& e, int c, const double* results,
                                 PerThread<Own, n_threads>& own) const {
    LOBATTO_FOR_THREADS(t, n_threads) {
      for (int q = t; q < N * N * N; q += n_threads) {
        const double value = results[q / N * row_n + q % N];
        own[t].at[c == 3 ? 2 : 1] += (c == 3 ? 1 : 0.5) * weight(e, q) * value * value;
      }
    }
  }

  LOBATTO_DEVICE void load(const Layout::Element& e, int f, double* values) const {
    LOBATTO_FOR_THREADS(q, N * N * N) values[q / N * row_n + q % N] = value(e, f, q);
  }

  LOBATTO_DEVICE void add_slope(int d, double scale, const double* values, double* results) const {
    const auto at = [d](int line, int node) { return at_line<N, row_n>(d * N * N + line, node); };
    BestWay<N>::Lines::template multiply<N * N, n_threads>(
        derivative, [=](int line, int node) { return values[at(line, node)]; },
        [=](int line, int node, double slope) { results[at(line, node)] += scale * slope; });
  }

  LOBATTO_DEVICE void add_up(int element, double* shared, PerThread<Own, n_threads>& own) const {
    LOBATTO_FOR_THREADS(t, n_threads) {
      for (int s = 0; s < n_sums; ++s) shared[s * n_threads + t] = own[t].at[s];
    }
    LOBATTO_BARRIER();
    LOBATTO_FOR_THREADS(s, n_sums) {
      double sum = 0;
      for (int t = 0; t < n_threads; ++t) sum += shared[s * n_threads + t];
      sums[static_cast<std::int64_t>(element) * n_sums + s] = sum;
    }
  }
};

}  // namespace lobatto::gpu
