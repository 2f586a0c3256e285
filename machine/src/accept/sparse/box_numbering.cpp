#include "accept/sparse/box_numbering.hpp"

namespace lobatto::accept {

BoxNumbering::BoxNumbering(const RankBox& box) : box_(box) {
  for (std::size_t d = 0; d < 3; ++d) {
    const int direction = static_cast<int>(d);
    for (int c = 0; c <= box.ranks()[d]; ++c) firsts_[d].push_back(box.first(direction, c));
    for (int c = 0; c < box.ranks()[d]; ++c)
      coordinates_[d].resize(static_cast<std::size_t>(box.first(direction, c + 1)), c);
  }
  const auto width = [this](std::size_t d, std::size_t c) {
    return static_cast<long long>(firsts_[d][c + 1] - firsts_[d][c]);
  };
  long long first = 0;
  for (std::size_t c2 = 0; c2 + 1 < firsts_[2].size(); ++c2)
    for (std::size_t c1 = 0; c1 + 1 < firsts_[1].size(); ++c1)
      for (std::size_t c0 = 0; c0 + 1 < firsts_[0].size(); ++c0) {
        first_of_rank_.push_back(first);
        first += width(0, c0) * width(1, c1) * width(2, c2);
      }
}

bool BoxNumbering::is_inside(int i, int j, int k) const {
  const auto& n = box_.size();
  return i >= 0 && j >= 0 && k >= 0 && i < n[0] && j < n[1] && k < n[2];
}

long long BoxNumbering::number(int i, int j, int k) const {
  const std::array<int, 3> point{i, j, k};
  std::array<int, 3> c{};
  std::array<long long, 3> place{}, width{};
  for (std::size_t d = 0; d < 3; ++d) {
    c[d] = coordinates_[d][static_cast<std::size_t>(point[d])];
    const int first = firsts_[d][static_cast<std::size_t>(c[d])];
    place[d] = point[d] - first;
    width[d] = firsts_[d][static_cast<std::size_t>(c[d]) + 1] - first;
  }
  const int rank = c[0] + box_.ranks()[0] * (c[1] + box_.ranks()[1] * c[2]);
  return first_of_rank_[static_cast<std::size_t>(rank)] +
         (place[2] * width[1] + place[1]) * width[0] + place[0];
}

}  // namespace lobatto::accept
