#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "accept/rank_box.hpp"

namespace lobatto::accept {

/// Place of a site among all, or of this rank, per direction.
using Site = std::array<int, 4>;

/// Where the numbers of a site are. Rows of sites along the first direction, [x3][x2][x1] with a
/// layer of ghost rows on each side; in a row component after component, each with a ghost site
/// before and after the sites of this rank: [row][component][1 + n0 + 1].
class LatticeLayout {
 public:
  explicit LatticeLayout(const RankBox& box);

  [[nodiscard]] int count(int direction) const { return n_[static_cast<std::size_t>(direction)]; }
  [[nodiscard]] std::size_t n_sites() const;
  [[nodiscard]] std::size_t pitch() const { return static_cast<std::size_t>(n_[0]) + 2; }
  [[nodiscard]] std::size_t n_rows() const;  ///< ghost rows included
  /// From -1 to count(d) in one direction; corners are not used.
  [[nodiscard]] std::size_t row(int x1, int x2, int x3) const;
  /// How far the next row in direction 1, 2 or 3 is.
  [[nodiscard]] std::size_t row_step(int direction) const;
  /// Of the first component at a site of this rank, ghosts included.
  [[nodiscard]] std::size_t place(const Site& x, int n_components) const {
    return row(x[1], x[2], x[3]) * static_cast<std::size_t>(n_components) * pitch() +
           static_cast<std::size_t>(x[0] + 1);
  }

  /// The place among all, around the ends.
  [[nodiscard]] Site in_whole(Site x) const;
  /// The number of a site among all.
  [[nodiscard]] std::uint64_t number(const Site& in_whole) const;

 private:
  Site n_{}, first_{}, whole_{};
};

/// visit(x): every site of this rank, the first direction fastest.
template <class Visit>
void for_sites(const LatticeLayout& layout, const Visit& visit) {
  for (int x3 = 0; x3 < layout.count(3); ++x3)
    for (int x2 = 0; x2 < layout.count(2); ++x2)
      for (int x1 = 0; x1 < layout.count(1); ++x1)
        for (int x0 = 0; x0 < layout.count(0); ++x0) visit(Site{x0, x1, x2, x3});
}

/// Of three colours, real and imaginary.
inline constexpr int colour_components = 6;

/// visit(x, place): every site of this rank and where its first component is in a vector of
/// colours, [row][6][n0] without ghosts; components are n0 apart.
template <class Visit>
void for_vector_places(const LatticeLayout& layout, const Visit& visit) {
  const auto n0 = static_cast<std::size_t>(layout.count(0));
  std::size_t n = 0;
  for_sites(layout, [&](const Site& x) {
    visit(x, n / n0 * n0 * colour_components + n % n0);
    ++n;
  });
}

inline Site moved(Site x, int direction, int step) {
  x[static_cast<std::size_t>(direction)] += step;
  return x;
}

/// Some numbers per site, with ghosts.
struct LatticeField {
  LatticeField(const LatticeLayout& layout, int components)
      : n_components(components),
        values(layout.n_rows() * static_cast<std::size_t>(components) * layout.pitch(), 0.0) {}

  int n_components;
  std::vector<double> values;
};

}  // namespace lobatto::accept
