#include "accept/unstructured_sweep/element_system.hpp"

#include <cmath>
#include <utility>

namespace lobatto::accept {

CornerValues solve_element_reference(const ElementSystem& system, const HexMatrices::Matrix& mass,
                                     const ByGroup& total) {
  CornerValues psi = system.right;
  for (std::size_t g = 0; g < n_groups; ++g) {
    HexMatrices::Matrix a = system.streaming;
    for (std::size_t i = 0; i < n_corners; ++i)
      for (std::size_t j = 0; j < n_corners; ++j) a[i][j] += total[g] * mass[i][j];
    for (std::size_t k = 0; k < n_corners; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < n_corners; ++i)
        if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
      std::swap(a[k], a[pivot]);
      std::swap(psi[k][g], psi[pivot][g]);
      for (std::size_t i = k + 1; i < n_corners; ++i) {
        const double factor = a[i][k] / a[k][k];
        for (std::size_t j = k; j < n_corners; ++j) a[i][j] -= factor * a[k][j];
        psi[i][g] -= factor * psi[k][g];
      }
    }
    for (std::size_t i = n_corners; i-- > 0;) {
      for (std::size_t j = i + 1; j < n_corners; ++j) psi[i][g] -= a[i][j] * psi[j][g];
      psi[i][g] /= a[i][i];
    }
  }
  return psi;
}

}  // namespace lobatto::accept
