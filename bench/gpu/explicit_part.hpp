#pragma once

#include "gpu/layout.hpp"
#include "gpu/line_products.hpp"

namespace lobatto::gpu {

/// What a step needs of the coefficients: with N = u . grad u of each level,
///   u_hat = sum_j beta_j u^{n-j} - sum_j a_j N^{n-j},  j = 0, 1, 2.
/// The sums of what u^n and N^n give to the next step and the one after it are kept, so that a step
/// reads three fields for each that it carries and no history.
struct StepWeights {
  double beta[3], a[3];
};

/// The explicit part of a step, for one element: over-integrated advection of F fields (the
/// velocity, then scalars), u_hat, and the weak divergence of u_hat, the right-hand side of the
/// pressure.
///
/// The M planes of Gauss points along z pass C at a time through shared memory:
///   z: values and slopes of the columns -> x -> y -> derivatives along x, times the velocity
///   -> along y -> projection on the nodes in y -> in x -> added to the sums of the columns, which
/// stay in registers.
/// N = P^3 (sum_d (2/h_d) (I u_d) (I d_d phi)) with I to Gauss points and P = M^-1 I^T W per
/// direction, in which the Jacobians cancel.
template <int N, int M, int F>
struct ExplicitPart {
  static constexpr int C = N == 10 ? 5 : N == 16 && F == 4 ? 2 : 4, n_chunks = (M + C - 1) / C;
  static constexpr int n_threads = whole_warps(F * N * N);
  static constexpr int blocks_at_once = N == 8 && F == 3                ? 3
                                        : N == 8 || (N == 10 && F == 3) ? 2
                                                                        : 1;
  static constexpr int row_n = row_length(N, N), row_m = row_length(M, N);
  static constexpr int n_planes = 2 * F * C;  ///< value and slope along z of each field
  static constexpr int planes_size = n_planes * M * row_m, half_size = n_planes * N * row_m;
  static constexpr int flux_field = N * N * row_n, flux_size = 3 * flux_field;
  static constexpr int shared_size =
      planes_size + half_size > flux_size ? planes_size + half_size : flux_size;
  static constexpr int element_size = N * N * N;
  using Lines = typename BestWay<N>::Lines;
  using Sums = typename Lines::template Sums<N, F * N * N, n_threads>;

  /// Of lines; those of z for each chunk of planes, values first and then slopes.
  struct Matrices {
    LineMatrix<2 * C, N> z[n_chunks];
    FoldedMatrix<M, N, 1> interpolate;
    FoldedMatrix<M, M, -1> derive;
    FoldedMatrix<N, M, 1> project;
    LineMatrix<N, C> project_z[n_chunks];
    FoldedMatrix<N, N, -1> weak_derivative;
  };

  Layout layout;
  ElementSlopes slopes;
  Matrices matrices;
  StepWeights weights;
  double source[F];            ///< of u_hat: a uniform force
  const double* u;             ///< [F] nodes
  double* next;                ///< [F] elements: sums for the next step
  double* after_next;          ///< [F] elements
  double* u_hat;               ///< [F] elements
  double* pressure_rhs;        ///< element nodes
  const double* wall_flux[3];  ///< of walls across y and z: see WallFlux; null without walls
  double mass[N];              ///< weights of the nodes

  LOBATTO_DEVICE void run(int element, double* shared) const {
    const Layout::Element e = layout.element(element);
    double* planes = shared;
    double* half = shared + planes_size;
    Sums sums;
    for (int f = 0; f < F; ++f) {
      ask_for(next + field_start(element, f), element_size);
      ask_for(after_next + field_start(element, f), element_size);
    }
    LOBATTO_NO_UNROLL
    for (int chunk = 0; chunk < n_chunks; ++chunk) {
      along_z(e, chunk, planes);
      LOBATTO_BARRIER();
      along_x(planes, half);
      LOBATTO_BARRIER();
      along_y(half, planes);
      LOBATTO_BARRIER();
      advect_along_x(slopes.at(e, 0), planes);
      LOBATTO_BARRIER();
      advect_along_y(slopes.at(e, 1), planes);
      Lines::keep_lines();
      project_y(planes, half);
      LOBATTO_BARRIER();
      project_x(half, planes);
      LOBATTO_BARRIER();
      sums.template add<C>(matrices.project_z[chunk], [=](int column, int c) {
        const int f = column / (N * N), j = column / N % N, i = column % N;
        return planes[((f * C + c) * N + j) * row_n + i];
      });
      LOBATTO_BARRIER();
    }
    combine(e, element, sums, shared);
    LOBATTO_BARRIER();
    weak_divergence(e, shared);
  }

 private:
  /// planes = [value, slope][F][C][N][N]
  LOBATTO_DEVICE void along_z(const Layout::Element& e, int chunk, double* planes) const {
    const double scale = slopes.at(e, 2);
    Lines::template multiply<F * N * N, n_threads>(
        matrices.z[chunk], NodeColumns<N>(layout, e, u), [=](int column, int row, double value) {
          const int f = column / (N * N), j = column / N % N, i = column % N;
          const int plane = row < C ? f * C + row : (F + f) * C + row - C;
          planes[(plane * N + j) * row_n + i] = row < C ? value : scale * value;
        });
  }

  LOBATTO_DEVICE void along_x(const double* planes, double* half) const {
    Lines::template multiply<n_planes * N, n_threads>(
        matrices.interpolate, [=](int line, int i) { return planes[line * row_n + i]; },
        [=](int line, int i, double value) { half[line * row_m + i] = value; });
  }

  LOBATTO_DEVICE void along_y(const double* half, double* planes) const {
    Lines::template multiply<n_planes * M, n_threads>(
        matrices.interpolate,
        [=](int line, int j) { return half[(line / M * N + j) * row_m + line % M]; },
        [=](int line, int j, double value) {
          planes[(line / M * M + j) * row_m + line % M] = value;
        });
  }

  /// slope = u (2/h) d_x phi + w slope
  LOBATTO_DEVICE void advect_along_x(double scale, double* planes) const {
    constexpr int field = C * M * row_m;
    Lines::template multiply<F * C * M, n_threads>(
        matrices.derive, [=](int line, int i) { return planes[line * row_m + i]; },
        [=](int line, int i, double along) {
          const int row = line % (C * M) * row_m + i;
          double& slope = planes[F * field + line * row_m + i];
          slope = scale * planes[row] * along + planes[2 * field + row] * slope;
        });
  }

  /// slope += v (2/h) d_y phi
  LOBATTO_DEVICE void advect_along_y(double scale, double* planes) const {
    constexpr int field = C * M * row_m;
    Lines::template multiply<F * C * M, n_threads>(
        matrices.derive,
        [=](int line, int j) { return planes[(line / M * M + j) * row_m + line % M]; },
        [=](int line, int j, double along) {
          const int at = (line / M * M + j) * row_m + line % M;
          planes[F * field + at] += scale * planes[field + at % field] * along;
        });
  }

  LOBATTO_DEVICE void project_y(const double* planes, double* half) const {
    const double* advection = planes + F * C * M * row_m;
    Lines::template multiply<F * C * M, n_threads>(
        matrices.project,
        [=](int line, int j) { return advection[(line / M * M + j) * row_m + line % M]; },
        [=](int line, int j, double value) {
          half[(line / M * N + j) * row_m + line % M] = value;
        });
  }

  LOBATTO_DEVICE void project_x(const double* half, double* planes) const {
    Lines::template multiply<F * C * N, n_threads>(
        matrices.project, [=](int line, int i) { return half[line * row_m + i]; },
        [=](int line, int i, double value) { planes[line * row_n + i] = value; });
  }

  LOBATTO_DEVICE std::int64_t field_start(int element, int f) const {
    return (static_cast<std::int64_t>(f) * layout.n_elements() + element) * element_size;
  }

  /// Moves the sums on by one step; leaves the flux of u_hat in shared memory.
  LOBATTO_DEVICE void combine(const Layout::Element& e, int element, const Sums& advection,
                              double* flux) const {
    const double jacobian = slopes.jacobian(e);
    const NodeColumns<N> columns(layout, e, u);
    advection.give([&](int column, int k, double rate) {
      const int f = column / (N * N), j = column / N % N, i = column % N;
      const std::int64_t q = field_start(element, f) + k * N * N + column % (N * N);
      const double value = columns(column, k), later = after_next[q];
      const double hat = next[q] + weights.beta[0] * value - weights.a[0] * rate + source[f];
      next[q] = later + weights.beta[1] * value - weights.a[1] * rate;
      after_next[q] = weights.beta[2] * value - weights.a[2] * rate;
      u_hat[q] = hat;
      if (f < 3)
        flux[f * flux_field + (k * N + j) * row_n + i] =
            jacobian * slopes.at(e, f) * mass[i] * mass[j] * mass[k] * hat;
    });
  }

  /// (grad q, u_hat) with the terms of walls, which are a flux along them.
  LOBATTO_DEVICE void weak_divergence(const Layout::Element& e, double* flux) const {
    add_wall_flux(e, 1, flux);
    add_wall_flux(e, 2, flux);
    Lines::template multiply<3 * N * N, n_threads>(
        matrices.weak_derivative,
        [=](int line, int node) {
          return flux[line / (N * N) * flux_field + at_line<N, row_n>(line, node)];
        },
        [=](int line, int node, double value) {
          flux[line / (N * N) * flux_field + at_line<N, row_n>(line, node)] = value;
        });
    LOBATTO_BARRIER();
    LOBATTO_FOR_THREADS(q, element_size) {
      const int i = q % N, j = q / N % N, k = q / (N * N), node = (k * N + j) * row_n + i;
      pressure_rhs[layout.element_node(e, i, j, k)] =
          flux[node] + flux[flux_field + node] + flux[2 * flux_field + node];
    }
  }

  /// The flux of WallFlux on the faces of this element across a direction.
  LOBATTO_DEVICE void add_wall_flux(const Layout::Element& e, int across, double* flux) const {
    if (wall_flux[across] == nullptr) return;
    const int along = across == 1 ? 2 : 1, last = layout.elements[across] - 1;
    for (int side = 0; side < 2; ++side) {
      if (e.at[across] != (side == 0 ? 0 : last)) continue;
      const int face = (side * layout.elements[along] + e.at[along]) * layout.elements[0] + e.at[0];
      const double* of_face = wall_flux[across] + face * 2 * N * N;
      const int layer = side == 0 ? 0 : N - 1;
      LOBATTO_FOR_THREADS(q, 2 * N * N) {
        const int i = q % N, b = q / N % N, d = q / (N * N) == 0 ? 0 : along;
        const int j = across == 1 ? layer : b, k = across == 1 ? b : layer;
        flux[d * flux_field + (k * N + j) * row_n + i] += of_face[q];
      }
      LOBATTO_BARRIER();
    }
  }
};

/// Walls make pressure: nu int (d_n u_t)* . grad q over walls at rest, which is
/// -nu int (n x omega*) . grad q there, with omega* extrapolated from two levels. Given to the
/// nodes of the wall as the flux (2/h) M_face nu (d_n u_t)*, whose weak divergence is the term.
/// One block per face of the walls across a direction: lower ones first.
template <int N>
struct WallFlux {
  static constexpr int n_threads = 2 * N * N, blocks_at_once = 1, shared_size = 1;

  Layout layout;
  ElementSlopes slopes;
  int across;  ///< 1 or 2
  double viscosity, extrapolate[2];
  const double* u;               ///< [3] nodes
  double* before;                ///< d_n u_t of the level before [face][2][n][n]
  double* flux;                  ///< [face][2][n][n]: along x, and along the other direction
  double mass[N], end_slope[N];  ///< end_slope: the last row of D

  LOBATTO_DEVICE void run(int face, double* /*shared*/) const {
    const int along = across == 1 ? 2 : 1;
    const int a = face / layout.elements[0] % layout.elements[along];
    const int side = face / layout.elements[0] / layout.elements[along];
    Layout::Element e{};
    e.at[0] = face % layout.elements[0];
    e.at[along] = a;
    e.at[across] = side == 0 ? 0 : layout.elements[across] - 1;
    const double area = 1 / (slopes.at(e, 0) * slopes.at(e, along));
    LOBATTO_FOR_THREADS(q, 2 * N * N) {
      const int i = q % N, b = q / N % N, d = q / (N * N) == 0 ? 0 : along;
      const double* field = u + d * layout.n_nodes() + layout.node(0, e.at[0], i);
      double slope = 0;  // along the outward normal: the lower end is the mirror image
      for (int m = 0; m < N; ++m) {
        const int inside = side == 0 ? N - 1 - m : m;
        const int j = across == 1 ? inside : b, k = across == 1 ? b : inside;
        slope += end_slope[m] * field[layout.row_of_nodes(e, j, k)];
      }
      slope *= slopes.at(e, across);
      const std::int64_t at = static_cast<std::int64_t>(face) * 2 * N * N + q;
      flux[at] = viscosity * area * slopes.at(e, d) * mass[i] * mass[b] *
                 (extrapolate[0] * slope + extrapolate[1] * before[at]);
      before[at] = slope;
    }
  }
};

}  // namespace lobatto::gpu
