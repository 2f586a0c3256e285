#pragma once

#include "gpu/layout.hpp"
#include "gpu/line_products.hpp"

namespace lobatto::gpu {

/// M (u_hat - grad p) of the velocity and M u_hat of scalars, for one element.
template <int N, int F>
struct VelocityRhs {
  static constexpr int n_threads = whole_warps(F * N * N);
  static constexpr int blocks_at_once = N == 8 ? 4 : N == 10 ? 2 : 1;
  static constexpr int row_n = row_length(N, N), field = N * N * row_n, shared_size = 4 * field;

  Layout layout;
  ElementSlopes slopes;
  const double* pressure;  ///< nodes
  const double* u_hat;     ///< [F] elements
  double* rhs;             ///< [F] element nodes
  double mass[N];
  FoldedMatrix<N, N, -1> derivative;

  LOBATTO_DEVICE void run(int element, double* shared) const {
    const Layout::Element e = layout.element(element);
    for (int f = 0; f < F; ++f) ask_for(hat_of(element, f), N * N * N);
    double* p = shared;
    double* gradient = shared + field;
    LOBATTO_FOR_THREADS(q, N * N * N) {
      const int i = q % N, j = q / N % N, k = q / (N * N);
      p[(k * N + j) * row_n + i] =
          pressure[layout.row_of_nodes(e, j, k) + layout.node(0, e.at[0], i)];
    }
    LOBATTO_BARRIER();
    BestWay<N>::Lines::template multiply<3 * N * N, n_threads>(
        derivative, [=](int line, int node) { return p[at_line<N, row_n>(line, node)]; },
        [=](int line, int node, double slope) {
          gradient[line / (N * N) * field + at_line<N, row_n>(line, node)] = slope;
        });
    LOBATTO_BARRIER();
    const double jacobian = slopes.jacobian(e);
    LOBATTO_FOR_THREADS(t, F * N * N) {
      const int i = t % N, j = t / N % N, f = t / (N * N);
      const double scale = jacobian * mass[i] * mass[j];
      const double slope_scale = f < 3 ? slopes.at(e, f) : 0.0;
      const double* hat = hat_of(element, f) + t % (N * N);
      double* out = rhs + f * layout.n_element_nodes();
      LOBATTO_UNROLL
      for (int k = 0; k < N; ++k) {
        const double slope = f < 3 ? gradient[f * field + (k * N + j) * row_n + i] : 0.0;
        out[layout.element_node(e, i, j, k)] =
            scale * mass[k] * (hat[k * N * N] - slope_scale * slope);
      }
    }
  }

 private:
  LOBATTO_DEVICE const double* hat_of(int element, int f) const {
    return u_hat + (static_cast<std::int64_t>(f) * layout.n_elements() + element) * N * N * N;
  }
};

}  // namespace lobatto::gpu
