#pragma once

#include <array>
#include <cstddef>

namespace lobatto::kernels {

/// Nodes of an element along its directions r, s and t: n each. In a plane there is one along t,
/// nothing changes along it, and derivatives along it are zero.
struct ElementShape {
  int n = 0;
  int n_t = 0;

  constexpr ElementShape(int n_nodes, bool plane = false) : n(n_nodes), n_t(plane ? 1 : n_nodes) {}

  [[nodiscard]] constexpr bool is_plane() const { return n_t != n; }
  /// Along which fields change.
  [[nodiscard]] constexpr int n_directions() const { return is_plane() ? 2 : 3; }
  [[nodiscard]] constexpr std::array<int, 3> lengths() const { return {n, n, n_t}; }
  [[nodiscard]] constexpr std::array<int, 3> strides() const { return {1, n, n * n}; }
  [[nodiscard]] constexpr int n_rows() const { return n * n_t; }  ///< lines along r
  [[nodiscard]] constexpr std::size_t size() const { return static_cast<std::size_t>(n) * n * n_t; }
  [[nodiscard]] constexpr double points() const { return static_cast<double>(size()); }
  /// Floating-point operations of a product with an n x n matrix along each direction.
  [[nodiscard]] constexpr double product_flops() const {
    return 2.0 * n_directions() * n * points();
  }
};

/// w_i w_j w_k at node q for weights [n] of a line; the one node along t of a plane has the
/// reference line's length.
template <class Weights>
constexpr double reference_weight(const ElementShape& shape, const Weights& w, std::size_t q) {
  const auto n = static_cast<std::size_t>(shape.n);
  return w[q % n] * w[q / n % n] * (shape.is_plane() ? 2.0 : w[q / (n * n)]);
}

}  // namespace lobatto::kernels
