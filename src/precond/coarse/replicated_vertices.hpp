#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"

namespace lobatto::precond {

/// A value for every free vertex on every rank: where the vertices are few, one collective with all
/// of them and the same work on each rank are faster than messages within the work.
class ReplicatedVertices {
 public:
  /// numbers [n_elem][8]: of the vertices, 0 ... size - 1, negative where fixed. Collective.
  ReplicatedVertices(std::vector<std::int64_t> numbers, std::int64_t size,
                     const comm::Communicator& communicator)
      : numbers_(std::move(numbers)),
        values_(static_cast<std::size_t>(size)),
        communicator_(communicator.duplicate()) {}

  [[nodiscard]] std::span<double> values() { return values_; }  ///< [size]

  /// The values become the sums of shares [n_elem][8] over all elements, with the same bits on all
  /// ranks. Throws base::Error if the length is another. Collective.
  void gather(std::span<const double> shares);
  /// copies [n_elem][8] = the values, zero where fixed. Throws as gather does.
  void scatter(std::span<double> copies) const;
  /// Takes their mean off the values.
  void remove_mean();

 private:
  void check_length(std::size_t length) const;

  std::vector<std::int64_t> numbers_;
  base::AlignedArray<double> values_;
  comm::Communicator communicator_;
};

}  // namespace lobatto::precond
