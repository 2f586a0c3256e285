#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "accept/rank_box.hpp"

namespace lobatto::accept {

/// Numbers the points of a box of three directions: those of each rank one after another, the first
/// direction fastest, rank after rank.
class BoxNumbering {
 public:
  explicit BoxNumbering(const RankBox& box);

  [[nodiscard]] const RankBox& box() const { return box_; }
  [[nodiscard]] bool is_inside(int i, int j, int k) const;
  /// Of a point inside, by its place among all.
  [[nodiscard]] long long number(int i, int j, int k) const;

 private:
  RankBox box_;
  std::array<std::vector<int>, 3> firsts_;       ///< points per coordinate of ranks, and of all
  std::array<std::vector<int>, 3> coordinates_;  ///< of the rank that has the point
  std::vector<long long> first_of_rank_;
};

/// visit(i, j, k): every point of this rank in the order of their numbers, by its place among all.
template <class Visit>
void for_points(const RankBox& box, const Visit& visit) {
  for (int k = box.first(2); k < box.first(2) + box.count(2); ++k)
    for (int j = box.first(1); j < box.first(1) + box.count(1); ++j)
      for (int i = box.first(0); i < box.first(0) + box.count(0); ++i) visit(i, j, k);
}

/// The number of a point on one rank alone: the same on any number of ranks.
inline std::uint64_t place_among_all(const RankBox& box, int i, int j, int k) {
  const auto along = [&](std::size_t d) { return static_cast<std::uint64_t>(box.size()[d]); };
  return (static_cast<std::uint64_t>(k) * along(1) + static_cast<std::uint64_t>(j)) * along(0) +
         static_cast<std::uint64_t>(i);
}

}  // namespace lobatto::accept
