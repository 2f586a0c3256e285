#pragma once

#include <array>
#include <memory>

#include "gpu/box.hpp"
#include "gpu/products.hpp"

namespace lobatto::gpu {

/// Sizes of one parity of each direction.
struct Octant {
  int x, y, z;
  LOBATTO_BOTH std::int64_t size() const { return static_cast<std::int64_t>(x) * y * z; }
};

/// Even and odd parts along all directions: octant (px, py, pz) of F fields at element nodes,
///   [px][py][pz][F][z][y][x] = sum over the mirror images of (+-1) the value.
struct Fold {
  static constexpr int n_threads = 128, blocks_at_once = 8, shared_size = 1;
  Octant half;
  int n_fields;
  const double* values;  ///< [F] element nodes
  double* octants;

  [[nodiscard]] int n_blocks() const { return n_fields * half.z * half.y; }

  LOBATTO_DEVICE void run(int block, double* /*shared*/) const {
    const int y = block % half.y, z = block / half.y % half.z, f = block / half.y / half.z;
    LOBATTO_FOR_THREADS(x, half.x) {
      double part[8];
      LOBATTO_UNROLL
      for (int o = 0; o < 8; ++o) {
        const std::int64_t a = (o & 4) == 0 ? x : 2 * half.x - 1 - x;
        const std::int64_t b = (o & 2) == 0 ? y : 2 * half.y - 1 - y;
        const std::int64_t c = (o & 1) == 0 ? z : 2 * half.z - 1 - z;
        part[o] = values[((f * 2LL * half.z + c) * 2 * half.y + b) * 2 * half.x + a];
      }
      add_and_subtract(part);
      LOBATTO_UNROLL
      for (int o = 0; o < 8; ++o)
        octants[(o * n_fields + f) * half.size() + (z * half.y + y) * half.x + x] = part[o];
    }
  }

  /// Sums and differences of each pair of octants, direction by direction.
  LOBATTO_DEVICE static void add_and_subtract(double (&part)[8]) {
    LOBATTO_UNROLL
    for (int step = 1; step < 8; step *= 2) {
      LOBATTO_UNROLL
      for (int o = 0; o < 8; ++o) {
        if ((o & step) != 0) continue;
        const double sum = part[o] + part[o + step];
        part[o + step] = part[o] - part[o + step];
        part[o] = sum;
      }
    }
  }
};

/// The way back, to nodes.
struct Unfold {
  static constexpr int n_threads = 128, blocks_at_once = 8, shared_size = 1;
  Octant half;  ///< with padding
  int nodes[3];
  bool is_periodic[3];
  int n_fields;
  const double* octants;
  double* values;  ///< [F] nodes

  LOBATTO_BOTH int n_half(int d) const {
    return is_periodic[d] ? nodes[d] / 2 + 1 : (nodes[d] + 1) / 2;
  }
  [[nodiscard]] int n_blocks() const { return n_fields * n_half(2) * n_half(1); }

  LOBATTO_DEVICE void run(int block, double* /*shared*/) const {
    const int y = block % n_half(1), z = block / n_half(1) % n_half(2);
    const int f = block / n_half(1) / n_half(2);
    const int across = mirrored(1, y), below = mirrored(2, z);
    LOBATTO_FOR_THREADS(x, n_half(0)) {
      double part[8];
      LOBATTO_UNROLL
      for (int o = 0; o < 8; ++o)
        part[o] = octants[(o * n_fields + f) * half.size() + (z * half.y + y) * half.x + x];
      Fold::add_and_subtract(part);
      const int back = mirrored(0, x);
      LOBATTO_UNROLL
      for (int o = 0; o < 8; ++o) {
        const std::int64_t a = (o & 4) == 0 ? x : back, b = (o & 2) == 0 ? y : across;
        const std::int64_t c = (o & 1) == 0 ? z : below;
        values[((static_cast<std::int64_t>(f) * nodes[2] + c) * nodes[1] + b) * nodes[0] + a] =
            part[o];
      }
    }
  }

 private:
  LOBATTO_DEVICE int mirrored(int d, int a) const {
    return !is_periodic[d] ? nodes[d] - 1 - a : a == 0 ? 0 : nodes[d] - a;
  }
};

/// b_f / (leading + viscosity_f (lambda_x + lambda_y + lambda_z)), mode by mode, of F fields; the
/// constant mode of a problem without a leading term is dropped.
struct DivideByEigenvalues {
  static constexpr int n_threads = 128, blocks_at_once = 8, shared_size = 1;
  static constexpr int rows_at_once = 4;

  Octant modes;
  int n_fields;
  const double* eigenvalues[3];  ///< [parity][modes]
  double leading, viscosity[4];
  double* values;  ///< [px][py][pz][F][z][y][x]

  [[nodiscard]] int n_blocks() const { return (n_rows() + rows_at_once - 1) / rows_at_once; }

  LOBATTO_DEVICE void run(int block, double* /*shared*/) const {
    LOBATTO_FOR_THREADS(i, modes.x) {
      double of_rows[rows_at_once];
      LOBATTO_UNROLL
      for (int r = 0; r < rows_at_once; ++r) {
        const std::int64_t row = block * rows_at_once + r;
        of_rows[r] = row < n_rows() ? values[row * modes.x + i] : 0;
      }
      LOBATTO_UNROLL
      for (int r = 0; r < rows_at_once; ++r) {
        const std::int64_t row = block * rows_at_once + r;
        if (row < n_rows())
          values[row * modes.x + i] = of_rows[r] * inverse(static_cast<int>(row), i);
      }
    }
  }

 private:
  LOBATTO_BOTH int n_rows() const { return 8 * n_fields * modes.z * modes.y; }

  LOBATTO_DEVICE double inverse(int row, int i) const {
    const int j = row % modes.y, k = row / modes.y % modes.z;
    const int f = row / modes.y / modes.z % n_fields, o = row / modes.y / modes.z / n_fields;
    const double lambda = eigenvalues[0][(o >> 2) * modes.x + i] +
                          eigenvalues[1][(o >> 1 & 1) * modes.y + j] +
                          eigenvalues[2][(o & 1) * modes.z + k];
    const double divisor = leading + viscosity[f] * lambda;
    return divisor > 0 ? 1 / divisor : 0;
  }
};

/// Holds the bulk velocity along x: adds the response to a uniform force to the modes that do not
/// change along x and are even across it, which alone have a mean,
///   u <- u + force r,  r = 1 / (leading + viscosity lambda) of each mode's integral.
struct FlowRateControl {
  static constexpr int n_threads = 1024, blocks_at_once = 1, shared_size = 2 * n_threads;

  Octant modes;
  const double* eigenvalues[3];
  const double* integrals[3];  ///< of the modes
  double leading, viscosity;
  double wanted;   ///< integral of the velocity
  double* values;  ///< modes of the velocity along x
  double* force;   ///< what was found

  struct Sums {
    double present, response;
  };

  LOBATTO_DEVICE double integral(int row) const {
    return integrals[0][0] * integrals[1][row % modes.y] * integrals[2][row / modes.y];
  }
  LOBATTO_DEVICE double response(int row) const {
    const double lambda = eigenvalues[1][row % modes.y] + eigenvalues[2][row / modes.y];
    return integral(row) / (leading + viscosity * lambda);
  }

  LOBATTO_DEVICE void run(int /*block*/, double* shared) const {
    const int n_rows = modes.y * modes.z;
    PerThread<Sums, n_threads> own;
    LOBATTO_FOR_THREADS(t, n_threads) {
      own[t] = {0, 0};
      for (int row = t; row < n_rows; row += n_threads) {
        own[t].present += integral(row) * values[static_cast<std::int64_t>(row) * modes.x];
        own[t].response += integral(row) * response(row);
      }
      shared[t] = own[t].present;
      shared[n_threads + t] = own[t].response;
    }
    for (int half = n_threads / 2; half > 0; half /= 2) {
      LOBATTO_BARRIER();
      LOBATTO_FOR_THREADS(t, half) {
        shared[t] += shared[t + half];
        shared[n_threads + t] += shared[n_threads + t + half];
      }
    }
    LOBATTO_BARRIER();
    const double found = (wanted - shared[0]) / shared[n_threads];
    LOBATTO_FOR_THREADS(row, n_rows) {
      values[static_cast<std::int64_t>(row) * modes.x] += found * response(row);
    }
    LOBATTO_FOR_THREADS(t, 1)* force = found;
  }
};

/// (leading M + viscosity_f K) u_f = rhs_f for fields with one condition at the walls, by
/// tensor-product modes: u = (V_x V_y V_z) (leading + viscosity lambda)^{-1} (V_x V_y V_z)^T rhs,
/// as products of matrices direction by direction, of even and odd modes apart: half of the
/// multiplications. The first products sum up what elements share.
class TensorSolver {
 public:
  TensorSolver(const Box& box, poly::EndCondition at_walls, int n_fields, Multiplier& multiplier);

  struct Problem {
    double leading;
    std::array<double, 4> viscosity;
    double bulk_velocity;  ///< of the first field along x
    bool holds_bulk_velocity;
  };
  /// From element nodes [F] to nodes [F]. rhs is spent: it is one of two places of work.
  void solve(const Problem& problem, double* rhs, double* work, double* u, Queue queue);

  /// Values that rhs and work must have room for.
  [[nodiscard]] std::size_t work_size() const;
  /// Of a solve, counted.
  [[nodiscard]] double flops() const;
  [[nodiscard]] double bytes() const;
  /// What held the bulk velocity in the last solve.
  [[nodiscard]] double force() const { return force_.copied().front(); }

 private:
  struct Direction {
    int n_modes, n_nodes, n_element_nodes;  ///< of one half
    DeviceArray eigenvalues, integrals, to_modes, to_nodes;
  };
  /// All from one place of work to the other, in turn.
  struct Products {
    std::vector<Product> to_modes, to_nodes;
  };
  [[nodiscard]] Products products(double* rhs, double* work) const;
  [[nodiscard]] DivideByEigenvalues division_by(const Problem& problem, double* values) const;
  void hold_bulk_velocity(const Problem& problem, double* values, Queue queue);

  Box box_;
  int n_fields_;
  double volume_;
  Multiplier& multiplier_;
  std::array<Direction, 3> directions_;
  DeviceArray force_;
};

}  // namespace lobatto::gpu
