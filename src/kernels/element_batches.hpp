#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace lobatto::kernels {

/// How elements lie in batches of `lanes`: value q of element e, of `size` values an element, at
/// [e / lanes][q][e % lanes], so that what is done to a node is done to as many elements as a
/// register holds, at any n. The last batch is filled up.
struct ElementBatches {
  int n_elements = 0;
  int lanes = 1;

  [[nodiscard]] int size() const { return (n_elements + lanes - 1) / lanes; }
  [[nodiscard]] int n_elements_in(int batch) const {
    return std::min(lanes, n_elements - batch * lanes);
  }
  /// Of a field with `size` values an element.
  [[nodiscard]] std::size_t n_values(std::size_t size_of_element) const {
    return static_cast<std::size_t>(size()) * lanes * size_of_element;
  }
  [[nodiscard]] std::size_t at(int e, std::size_t q, std::size_t size_of_element) const {
    return (static_cast<std::size_t>(e / lanes) * size_of_element + q) * lanes + e % lanes;
  }
  /// [n_elements][size_of_element] to batches; `fill` where there is no element.
  template <class Value>
  [[nodiscard]] std::vector<Value> arrange(std::span<const Value> values,
                                           std::size_t size_of_element, Value fill) const {
    std::vector<Value> out(n_values(size_of_element), fill);
    for (int e = 0; e < n_elements; ++e)
      for (std::size_t q = 0; q < size_of_element; ++q)
        out[at(e, q, size_of_element)] = values[e * size_of_element + q];
    return out;
  }
};

}  // namespace lobatto::kernels
