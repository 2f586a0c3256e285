#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "physics/closures/velocity_gradient.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// omega_d = du_c/dx_b - du_b/dx_c, (d, b, c) cyclic.
std::array<double, 3> vorticity(const GradientTensor& grad);

/// Second invariant Q = (|W|^2 - |S|^2) / 2 of the gradient, S and W its symmetric and
/// antisymmetric parts: vortices are where it is positive (Hunt, Wray & Moin, CTR-S88, 1988).
double q_criterion(const GradientTensor& grad);

/// The middle eigenvalue of S^2 + W^2, to half of the digits where two of them meet: vortex
/// cores are where it is negative (Jeong & Hussain, J. Fluid Mech. 285, 1995).
double lambda2(const GradientTensor& grad);

/// What a velocity field is differentiated to, by name: dudx, dudy ... dwdz, vorticity_x ...
/// vorticity_z, q_criterion, lambda2.
const std::vector<std::string>& gradient_quantities();

/// Values of gradient_quantities()[i] at the nodes, for each i in `wanted`, into out[i] of the
/// space's size; gradients are those of the polynomials of each element and differ where elements
/// meet. wave_number: of a velocity that is a wave along z, see space/wave_along_z.hpp.
void evaluate_gradient_quantities(const space::FunctionSpace& space,
                                  const std::array<std::span<const double>, 3>& velocity,
                                  std::span<const std::size_t> wanted,
                                  std::span<const std::span<double>> out, double wave_number = 0);

/// In each field the copies of a node become their mean, weighted with the mass of the elements
/// they are in; where periodic sides are a rotation, that of those on the same side. Collective.
void average_where_elements_meet(const space::FunctionSpace& space,
                                 std::span<const std::span<double>> fields);

}  // namespace lobatto::physics
