#include "accept/sweep/diamond_cell.hpp"

#include <algorithm>

namespace lobatto::accept {

namespace {

/// One direction of flight and one group.
struct PlainCell {
  double source, total;
  Vector streaming, in;

  /// psi with some faces set to 0; out: of all faces.
  double solve(const std::array<bool, 3>& is_set, Vector& out) const {
    double numerator = source, denominator = total;
    for (std::size_t d = 0; d < 3; ++d) {
      numerator += streaming[d] * in[d] * (is_set[d] ? 0.5 : 1.0);
      if (!is_set[d]) denominator += streaming[d];
    }
    const double psi = numerator / denominator;
    for (std::size_t d = 0; d < 3; ++d) out[d] = is_set[d] ? 0 : 2 * psi - in[d];
    return psi;
  }
};

}  // namespace

void solve_cell_reference(const DiamondTables& tables, std::size_t material, const double* source,
                          const double* angular_source, const std::array<double*, 3>& faces,
                          double* flux) {
  for (std::size_t a = 0; a < tables.n_angles; ++a)
    for (std::size_t g = 0; g < n_groups; ++g) {
      const std::size_t at = a * n_groups + g;
      PlainCell cell{source[g] + (angular_source ? angular_source[at] : 0),
                     tables.totals[material * n_groups + g],
                     {},
                     {}};
      for (std::size_t d = 0; d < 3; ++d) {
        cell.streaming[d] = tables.streaming[d][a];
        cell.in[d] = faces[d][at];
      }
      std::array<bool, 3> is_set{};
      Vector out{};
      double psi = cell.solve(is_set, out);
      while (std::any_of(out.begin(), out.end(), [](double value) { return value < 0; })) {
        for (std::size_t d = 0; d < 3; ++d) is_set[d] = is_set[d] || out[d] < 0;
        psi = cell.solve(is_set, out);
      }
      for (std::size_t d = 0; d < 3; ++d) faces[d][at] = out[d];
      flux[g] += tables.weights[a] * psi;
    }
}

}  // namespace lobatto::accept
