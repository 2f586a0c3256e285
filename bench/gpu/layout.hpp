#pragma once

#include "gpu/block.hpp"

namespace lobatto::gpu {

/// Where the values of a box are, with x fastest. Three layouts:
/// - nodes: [z nodes][y nodes][x nodes], what neighbours share once: solutions;
/// - element nodes: [z element nodes][y ...][x ...], what the first products of a solve sum up:
///   right-hand sides;
/// - elements: [element][n][n][n]: what a block of threads keeps for its own next step.
struct Layout {
  int n;  ///< nodes per direction of an element
  int elements[3];
  int nodes[3];

  struct Element {
    int at[3];
  };
  LOBATTO_DEVICE Element element(int e) const {
    return {{e % elements[0], e / elements[0] % elements[1], e / elements[0] / elements[1]}};
  }
  /// Node i of an element of a direction; the line closes where it is periodic.
  LOBATTO_DEVICE int node(int direction, int element, int i) const {
    const int a = element * (n - 1) + i;
    return a < nodes[direction] ? a : 0;
  }
  LOBATTO_DEVICE std::int64_t row_of_nodes(const Element& e, int j, int k) const {
    const std::int64_t y = node(1, e.at[1], j), z = node(2, e.at[2], k);
    return (z * nodes[1] + y) * nodes[0];
  }
  LOBATTO_DEVICE std::int64_t element_node(const Element& e, int i, int j, int k) const {
    const std::int64_t x = e.at[0] * n + i, y = e.at[1] * n + j, z = e.at[2] * n + k;
    return (z * elements[1] * n + y) * elements[0] * n + x;
  }
  LOBATTO_BOTH int n_elements() const { return elements[0] * elements[1] * elements[2]; }
  LOBATTO_BOTH std::int64_t n_nodes() const {
    return static_cast<std::int64_t>(nodes[0]) * nodes[1] * nodes[2];
  }
  LOBATTO_BOTH std::int64_t n_element_nodes() const {
    return static_cast<std::int64_t>(n_elements()) * n * n * n;
  }
};

/// The slopes 2 / h of the elements of each direction, on the device.
struct ElementSlopes {
  const double* of[3];

  LOBATTO_DEVICE double at(const Layout::Element& e, int direction) const {
    return of[direction][e.at[direction]];
  }
  /// h_x h_y h_z / 8
  LOBATTO_DEVICE double jacobian(const Layout::Element& e) const {
    return 1 / (at(e, 0) * at(e, 1) * at(e, 2));
  }
};

/// The columns along z of an element's nodes of fields at nodes; the last node may be the first of
/// the line.
template <int N>
struct NodeColumns {
  const Layout& layout;
  const Layout::Element e;
  const double* fields;
  std::int64_t stride, to_last;

  LOBATTO_DEVICE NodeColumns(const Layout& of, const Layout::Element& element, const double* u)
      : layout(of),
        e(element),
        fields(u),
        stride(static_cast<std::int64_t>(of.nodes[1]) * of.nodes[0]),
        to_last((of.node(2, e.at[2], N - 1) - of.node(2, e.at[2], 0)) * stride) {}

  /// Column (field, j, i), node k.
  LOBATTO_DEVICE double operator()(int column, int k) const {
    const int f = column / (N * N), j = column / N % N, i = column % N;
    const double* first =
        fields + f * layout.n_nodes() + layout.row_of_nodes(e, j, 0) + layout.node(0, e.at[0], i);
    return first[k == N - 1 ? to_last : k * stride];
  }
};

/// Asks for a range of values that is wanted soon: lines of 128 bytes on their way to the cache.
LOBATTO_DEVICE void ask_for(const double* values, int n) {
#ifdef __CUDACC__
  LOBATTO_FOR_THREADS(line, n / 16)
  asm volatile("prefetch.global.L2 [%0];" ::"l"(values + 16 * line));
#else
  static_cast<void>(values);
  static_cast<void>(n);
#endif
}

}  // namespace lobatto::gpu
