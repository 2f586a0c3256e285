#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "gpu/box.hpp"
#include "gpu/layout.hpp"
#include "kernels/lengths.hpp"
#include "poly/quadrature.hpp"
#include "support/random_values.hpp"

namespace lobatto::gpu::test {

using lobatto::test::random_values;

/// Lines of elements of different lengths that are symmetric about their middles; large elements
/// are few.
inline Box uneven_box(int n, const std::array<bool, 3>& is_periodic) {
  const std::vector<double> many{0, 0.7, 1.6, 2.3}, one{0, 2.3};
  return {Line{n < 16 ? many : one, is_periodic[0], n - 1},
          Line{{-1, 0.2, 1.4}, is_periodic[1], n - 1},
          Line{{0, 0.5, 1.5, 2.0}, is_periodic[2], n - 1}};
}

/// A box as kernels see it.
class BoxOnDevice {
 public:
  explicit BoxOnDevice(const Box& box) {
    layout.n = box[0].order + 1;
    for (int d = 0; d < 3; ++d) {
      layout.elements[d] = box[d].n_elements();
      layout.nodes[d] = box[d].n_nodes();
      lengths_[d] = poly::element_lengths(box[d].ticks, box[d].order);
      std::vector<double> slopes_of_line;
      for (const double h : lengths_[d]) slopes_of_line.push_back(2 / h);
      slopes_[d] = DeviceArray(slopes_of_line);
      slopes.of[d] = slopes_[d].data();
    }
  }

  [[nodiscard]] std::size_t element_size() const {
    return static_cast<std::size_t>(layout.n) * layout.n * layout.n;
  }
  [[nodiscard]] kernels::Lengths lengths(int element) const {
    const auto e = layout.element(element);
    return {lengths_[0][e.at[0]], lengths_[1][e.at[1]], lengths_[2][e.at[2]]};
  }
  /// [element][n][n][n] of a field at nodes
  [[nodiscard]] std::vector<double> at_elements(const double* nodes) const {
    std::vector<double> values;
    for_all([&](const auto& e, int i, int j, int k) {
      values.push_back(nodes[layout.row_of_nodes(e, j, k) + layout.node(0, e.at[0], i)]);
    });
    return values;
  }
  /// The same of a field at element nodes.
  [[nodiscard]] std::vector<double> of_elements(const double* element_nodes) const {
    std::vector<double> values;
    for_all([&](const auto& e, int i, int j, int k) {
      values.push_back(element_nodes[layout.element_node(e, i, j, k)]);
    });
    return values;
  }

  Layout layout{};
  ElementSlopes slopes{};

 private:
  template <class Visit>
  void for_all(const Visit& visit) const {
    for (int element = 0; element < layout.n_elements(); ++element) {
      const auto e = layout.element(element);
      for (int k = 0; k < layout.n; ++k) {
        for (int j = 0; j < layout.n; ++j) {
          for (int i = 0; i < layout.n; ++i) visit(e, i, j, k);
        }
      }
    }
  }

  std::array<std::vector<double>, 3> lengths_;
  std::array<DeviceArray, 3> slopes_;
};

/// Largest difference over the largest value expected.
inline double relative_difference(std::span<const double> found, std::span<const double> expected) {
  double difference = found.size() == expected.size() ? 0 : INFINITY, largest = 0;
  for (std::size_t q = 0; q < expected.size(); ++q) {
    // Written so that what is not a number counts.
    if (!(std::abs(found[q] - expected[q]) <= difference))
      difference = std::abs(found[q] - expected[q]);
    largest = std::max(largest, std::abs(expected[q]));
  }
  return difference / largest;
}

template <int N>
void copy(const std::vector<double>& from, double (&to)[N]) {
  std::copy(from.begin(), from.end(), to);
}

}  // namespace lobatto::gpu::test
