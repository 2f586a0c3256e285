#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::krylov::testing {

using Vector = std::vector<double>;
using View = std::span<const double>;
using Target = std::span<double>;

inline void copy(View r, Target z) { std::copy(r.begin(), r.end(), z.begin()); }
/// The sum over one rank.
inline void keep(Target) {}

/// The same on every rank.
inline Vector random_vector(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  Vector values(n);
  for (double& value : values) value = std::uniform_real_distribution(-1.0, 1.0)(random);
  return values;
}

inline double largest_difference(View x, View y) {
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i] - y[i]));
  return largest;
}

/// A ring of n_segments segments of m + 1 nodes, both ends of a segment shared with its neighbours
/// (weight 1/2), in contiguous parts over the ranks; for tests of unassembled fields.
class SharedRing {
 public:
  SharedRing(const comm::Communicator& communicator, std::size_t n_segments, std::size_t m)
      : communicator_(communicator), n_segments_(n_segments), m_(m) {
    const auto rank = static_cast<std::size_t>(communicator.rank());
    const auto size = static_cast<std::size_t>(communicator.size());
    first_ = n_segments * rank / size;
    last_ = n_segments * (rank + 1) / size;
    weight_.assign(n_local(), 1.0);
    for (std::size_t s = 0; s < last_ - first_; ++s) {
      weight_[s * (m + 1)] = weight_[s * (m + 1) + m] = 0.5;
    }
  }
  [[nodiscard]] std::size_t n_local() const { return (last_ - first_) * (m_ + 1); }
  [[nodiscard]] std::size_t n_nodes() const { return n_segments_ * m_; }
  [[nodiscard]] View weight() const { return weight_; }

  /// A field of all nodes on every rank -> unassembled local values.
  [[nodiscard]] Vector scatter(View nodes) const {
    Vector values(n_local());
    for (std::size_t q = 0; q < values.size(); ++q) values[q] = nodes[node(q)];
    return values;
  }
  /// The way back.
  [[nodiscard]] Vector gather(View values) const {
    Vector nodes(n_nodes(), 0.0);
    for (std::size_t q = 0; q < values.size(); ++q) nodes[node(q)] += weight_[q] * values[q];
    communicator_.sum(nodes);
    return nodes;
  }

 private:
  [[nodiscard]] std::size_t node(std::size_t q) const {
    return ((first_ + q / (m_ + 1)) * m_ + q % (m_ + 1)) % n_nodes();
  }
  const comm::Communicator& communicator_;
  std::size_t n_segments_, m_, first_ = 0, last_ = 0;
  Vector weight_;
};

}  // namespace lobatto::krylov::testing
