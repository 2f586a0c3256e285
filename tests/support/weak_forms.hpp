#pragma once

#include <array>

#include "space/element_operators.hpp"
#include "space/function_space.hpp"

namespace lobatto::test {

/// integral of sigma u v + k grad u . grad v for each basis function v, unassembled, from gradients
/// and not by the kernels of the Helmholtz operator. k: of all nodes.
inline space::Field helmholtz_image(const space::FunctionSpace& space, double sigma,
                                    const space::Field& k, std::span<const double> u) {
  const auto operators = space::make_element_operators(space);
  auto flux = space.make_vector_field();
  const std::array at{flux[0].data(), flux[1].data(), flux[2].data()};
  operators->gradient(0, space.n_elements(), u.data(), at);
  for (auto& component : flux)
    for (std::size_t q = 0; q < k.size(); ++q) component[q] *= k[q];
  auto image = space.make_field(), mass_u = space.make_field();
  operators->weak_divergence(0, space.n_elements(), {at[0], at[1], at[2]}, image.data());
  space::multiply_by_mass(space, 0, space.n_elements(), u.data(), mass_u.data());
  for (std::size_t q = 0; q < image.size(); ++q) image[q] += sigma * mass_u[q];
  return image;
}

/// The same with a number.
inline space::Field helmholtz_image(const space::FunctionSpace& space, double sigma, double nu,
                                    std::span<const double> u) {
  auto k = space.make_field();
  k.fill(nu);
  return helmholtz_image(space, sigma, k, u);
}

}  // namespace lobatto::test
