#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lobatto::kernels {

/// How elements lie in batches of `lanes`, so that what is done to a node is done to as many
/// elements as a register holds, at any n. The elements of a batch are size() apart: those that
/// follow each other, most of them neighbours, lie in the same lane of batches that follow each
/// other, and what they have in common is summed register by register. Value q of element e, of
/// `size_of_element`, is at [e % size()][q][e / size()]. The last lanes of some batches stay empty.
struct ElementBatches {
  int n_elements = 0;
  int lanes = 1;

  /// Number of batches.
  [[nodiscard]] int size() const { return (n_elements + lanes - 1) / lanes; }
  [[nodiscard]] int batch_of(int e) const { return e % size(); }
  [[nodiscard]] int lane_of(int e) const { return e / size(); }
  [[nodiscard]] int element(int batch, int lane) const { return batch + lane * size(); }
  /// Its first lanes.
  [[nodiscard]] int n_elements_in(int batch) const {
    return (n_elements - batch + size() - 1) / size();
  }
  /// Of a field with `size_of_element` values an element.
  [[nodiscard]] std::size_t n_values(std::size_t size_of_element) const {
    return static_cast<std::size_t>(size()) * lanes * size_of_element;
  }
  [[nodiscard]] std::size_t at(int e, std::size_t q, std::size_t size_of_element) const {
    return (batch_of(e) * size_of_element + q) * lanes + lane_of(e);
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
