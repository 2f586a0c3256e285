#include "accept/sweep/ordinates.hpp"

#include <cmath>
#include <numbers>

#include "poly/quadrature.hpp"

namespace lobatto::accept {

std::vector<Ordinate> product_quadrature(int n_polar, int n_azimuthal) {
  const auto polar = poly::gauss_legendre(2 * n_polar);
  std::vector<Ordinate> ordinates;
  for (std::size_t p = polar.nodes.size() / 2; p < polar.nodes.size(); ++p)
    for (int a = 0; a < n_azimuthal; ++a) {
      const double z = polar.nodes[p], across = std::sqrt(1 - z * z);
      const double angle = (a + 0.5) * std::numbers::pi / (2 * n_azimuthal);
      ordinates.push_back({{across * std::cos(angle), across * std::sin(angle), z},
                           polar.weights[p] / (8 * n_azimuthal)});
    }
  return ordinates;
}

}  // namespace lobatto::accept
