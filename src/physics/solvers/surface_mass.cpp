#include "physics/solvers/surface_mass.hpp"

#include <algorithm>
#include <map>

namespace lobatto::physics {

void SurfaceMass::add(const space::Boundary& boundary, std::size_t element_size,
                      std::span<const double> weighted) {
  std::map<std::uint32_t, double> sums;
  for (std::size_t i = 0; i < nodes_.size(); ++i) sums[nodes_[i]] = values_[i];
  for (std::size_t s = 0; s < boundary.n_slots(); ++s) {
    const std::size_t first = boundary.side(s).element * element_size;
    for (std::size_t q = 0; q < boundary.n_nodes(); ++q)
      sums[static_cast<std::uint32_t>(first + boundary.offsets(s)[q])] +=
          weighted[s * boundary.n_nodes() + q];
  }
  nodes_.clear();
  values_.clear();
  for (const auto& [node, value] : sums) {
    nodes_.push_back(node);
    values_.push_back(value);
  }
}

double SurfaceMass::add_product(const base::Block& block, const double* p, double* w) const {
  double sum = 0;
  const auto first = std::ranges::lower_bound(nodes_, block.first) - nodes_.begin();
  for (auto i = static_cast<std::size_t>(first);
       i < nodes_.size() && nodes_[i] < block.first + block.n_values; ++i) {
    const double product = values_[i] * p[nodes_[i]];
    w[nodes_[i]] += product;
    sum += product * p[nodes_[i]];
  }
  return sum;
}

void SurfaceMass::add_diagonal(std::span<double> diagonal) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) diagonal[nodes_[i]] += values_[i];
}

}  // namespace lobatto::physics
