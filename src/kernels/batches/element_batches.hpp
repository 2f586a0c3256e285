#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lobatto::kernels {

/// How elements lie in batches of `lanes`, so that what is done to a node is done to as many
/// elements as a register holds, at any n. Elements that follow each other, most of them
/// neighbours, lie in the same lane of batches that follow each other, and what they have in common
/// is summed register by register. Value q of element e, of `size_of_element`, is at
/// [batch][q][lane]. The last lanes of some batches stay empty.
class ElementBatches {
 public:
  /// All elements alike.
  ElementBatches(int n_elements, int lanes);
  /// The elements that are `first` [n_elements] in batches before those of the others, with as many
  /// of the others as fill their last batch: there are no more batches than if all were alike.
  ElementBatches(const std::vector<bool>& first, int lanes);

  [[nodiscard]] int n_elements() const { return static_cast<int>(elements_.size()); }
  [[nodiscard]] int lanes() const { return lanes_; }
  /// Number of batches.
  [[nodiscard]] int size() const { return static_cast<int>(first_elements_.size()) - 1; }
  /// Number of batches that hold all the elements that are first.
  [[nodiscard]] int n_first() const { return n_first_; }
  /// The elements of a batch, in its first lanes.
  [[nodiscard]] std::span<const int> elements_in(int batch) const {
    const auto begin = first_elements_[batch], end = first_elements_[batch + 1];
    return {elements_.data() + begin, static_cast<std::size_t>(end - begin)};
  }
  /// Values of a batch in a field with `size_of_element` values per element, and of all of them.
  [[nodiscard]] std::size_t batch_size(std::size_t size_of_element) const {
    return lanes_ * size_of_element;
  }
  [[nodiscard]] std::size_t n_values(std::size_t size_of_element) const {
    return size() * batch_size(size_of_element);
  }
  /// Index of value q of element e.
  [[nodiscard]] std::size_t at(int e, std::size_t q, std::size_t size_of_element) const {
    const auto [batch, lane] = places_[e];
    return (batch * size_of_element + q) * lanes_ + lane;
  }
  /// [n_elements][size_of_element] to batches; `fill` where there is no element.
  template <class Value>
  [[nodiscard]] std::vector<Value> arrange(std::span<const Value> values,
                                           std::size_t size_of_element, Value fill) const {
    std::vector<Value> out(n_values(size_of_element), fill);
    for (int e = 0; e < n_elements(); ++e)
      for (std::size_t q = 0; q < size_of_element; ++q)
        out[at(e, q, size_of_element)] = values[e * size_of_element + q];
    return out;
  }

 private:
  struct Place {
    std::size_t batch;
    int lane;
  };
  void add(std::span<const int> elements);

  int lanes_ = 1, n_first_ = 0;
  std::vector<int> elements_;           ///< batch by batch
  std::vector<int> first_elements_{0};  ///< [size() + 1], in elements_
  std::vector<Place> places_;           ///< of each element
};

}  // namespace lobatto::kernels
