#include "accept/sparse/box_stencil.hpp"

#include <cstdlib>

namespace lobatto::accept {

namespace {

struct Offset {
  int i, j, k;
  [[nodiscard]] bool is_centre() const { return i == 0 && j == 0 && k == 0; }
};

std::vector<Offset> offsets_of(Stencil stencil) {
  std::vector<Offset> offsets;
  for (int k = -1; k <= 1; ++k)
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i)
        if (stencil == Stencil::twenty_seven_points || std::abs(i) + std::abs(j) + std::abs(k) <= 1)
          offsets.push_back({i, j, k});
  return offsets;
}

}  // namespace

NumberedRows box_stencil(const BoxNumbering& numbering, Stencil stencil,
                         PointCoefficient coefficient) {
  const auto offsets = offsets_of(stencil);
  NumberedRows rows;
  for_points(numbering.box(), [&](int i, int j, int k) {
    const double own = coefficient(i, j, k);
    double diagonal = 0;
    std::size_t diagonal_place = 0;
    for (const Offset& offset : offsets) {
      const int a = i + offset.i, b = j + offset.j, c = k + offset.k;
      const bool is_inside = numbering.is_inside(a, b, c);
      const double other = is_inside && !offset.is_centre() ? coefficient(a, b, c) : own;
      const double coupling = 2 * own * other / (own + other);
      if (offset.is_centre()) diagonal_place = rows.values.size();
      if (!offset.is_centre()) diagonal += coupling;
      if (!is_inside) continue;
      rows.columns.push_back(numbering.number(a, b, c));
      rows.values.push_back(-coupling);
    }
    rows.values[diagonal_place] = diagonal;
    rows.offsets.push_back(rows.values.size());
  });
  return rows;
}

}  // namespace lobatto::accept
