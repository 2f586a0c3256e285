#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/batches/batch_arithmetic.hpp"
#include "kernels/element_shape.hpp"
#include "kernels/vectors/inner_products.hpp"

namespace lobatto::kernels {

/// Batches of elements that follow each other in a field, for an operator that works on one batch
/// after the other. The last one may have lanes without an element, which are zero.
class ElementLanes {
 public:
  explicit ElementLanes(const ElementShape& shape)
      : size_(shape.size()),
        arithmetic_(make_batch_arithmetic<double>(1 << 30)),
        numbers_(arithmetic_->lanes()),
        in_(size_ * count()),
        image_(in_.size()),
        ones_(in_.size()) {
    std::iota(numbers_.begin(), numbers_.end(), 0);
    ones_.fill(1.0);
  }

  [[nodiscard]] const BatchArithmetic<double>& arithmetic() const { return *arithmetic_; }
  [[nodiscard]] std::size_t count() const { return numbers_.size(); }
  /// [k][j][i][lane]
  [[nodiscard]] const double* in() const { return in_.data(); }
  [[nodiscard]] double* image() { return image_.data(); }

  void pack(std::size_t size, const double* field, std::size_t n_elements, double* batch) const {
    arithmetic_->pack(size, {field, std::span(numbers_).first(n_elements)}, batch);
  }
  /// u in batches to in(), work(first element, number of elements), image() to out. Returns sum_q
  /// u_q out_q.
  template <class Work>
  double apply(std::size_t n_elements, const double* u, double* out, const Work& work) {
    double energy = 0.0;
    for (std::size_t first = 0; first < n_elements; first += count()) {
      const std::size_t n = std::min(count(), n_elements - first);
      pack(size_, u + first * size_, n, in_.data());
      work(first, n);
      energy += inner_product(in_.data(), image_.data(), in_.size());
      arithmetic_->unpack(size_, ones_.data(), image_.data(),
                          {out + first * size_, std::span(numbers_).first(n)});
    }
    return energy;
  }

 private:
  std::size_t size_;
  std::unique_ptr<const BatchArithmetic<double>> arithmetic_;
  std::vector<int> numbers_;  ///< 0, 1, ...
  base::AlignedArray<double> in_, image_, ones_;
};

}  // namespace lobatto::kernels
