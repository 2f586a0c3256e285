#include "accept/sweep/diamond_tables.hpp"

namespace lobatto::accept {

DiamondTables::DiamondTables(const std::vector<Ordinate>& ordinates, const Vector& cell_sides,
                             const std::vector<Material>& materials)
    : n_angles(ordinates.size()),
      weights(n_angles),
      totals(materials.size() * n_groups),
      inverses(materials.size() * n_angles * n_groups) {
  for (std::size_t d = 0; d < 3; ++d) {
    streaming[d] = base::AlignedArray<double>(n_angles);
    for (std::size_t a = 0; a < n_angles; ++a)
      streaming[d][a] = 2 * ordinates[a].cosines[d] / cell_sides[d];
  }
  for (std::size_t a = 0; a < n_angles; ++a) weights[a] = ordinates[a].weight;
  for (std::size_t m = 0; m < materials.size(); ++m)
    for (std::size_t g = 0; g < n_groups; ++g) {
      totals[m * n_groups + g] = materials[m].total[g];
      for (std::size_t a = 0; a < n_angles; ++a)
        inverses[(m * n_angles + a) * n_groups + g] =
            1 / (materials[m].total[g] + streaming[0][a] + streaming[1][a] + streaming[2][a]);
    }
}

}  // namespace lobatto::accept
