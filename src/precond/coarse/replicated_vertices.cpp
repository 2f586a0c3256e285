#include "precond/coarse/replicated_vertices.hpp"

#include <numeric>
#include <string>

#include "base/error.hpp"

namespace lobatto::precond {

void ReplicatedVertices::check_length(std::size_t length) const {
  if (length != numbers_.size())
    throw base::Error("coarse problem: a field has " + std::to_string(length) +
                      " values instead of " + std::to_string(numbers_.size()));
}

void ReplicatedVertices::gather(std::span<const double> shares) {
  check_length(shares.size());
  values_.fill(0.0);
  for (std::size_t q = 0; q < shares.size(); ++q) {
    if (numbers_[q] >= 0) values_[static_cast<std::size_t>(numbers_[q])] += shares[q];
  }
  communicator_.sum(std::span<double>(values_));
}

void ReplicatedVertices::scatter(std::span<double> copies) const {
  check_length(copies.size());
  for (std::size_t q = 0; q < copies.size(); ++q)
    copies[q] = numbers_[q] < 0 ? 0.0 : values_[static_cast<std::size_t>(numbers_[q])];
}

void ReplicatedVertices::remove_mean() {
  if (values_.size() == 0) return;
  const double mean =
      std::accumulate(values_.begin(), values_.end(), 0.0) / static_cast<double>(values_.size());
  for (double& value : values_) value -= mean;
}

}  // namespace lobatto::precond
