#pragma once

#include <array>
#include <vector>

#include "comm/communicator.hpp"
#include "space/geometry.hpp"

namespace lobatto::space {

class FunctionSpace;

// Around an axis (FunctionSpace::is_axisymmetric) the unit vectors along the radius and the angle
// turn with the angle. A vector's components along x, r and the angle are u, v and w.

/// What an operator is applied to: the Laplacian of a component that turns is that of a scalar less
/// u / r^2.
enum class VectorPart { scalar, turning };

/// Of the components of a vector: the second and the third of an axisymmetric space turn.
VectorPart part_of_component(const FunctionSpace& space, int component);
/// 1 / r^2, zero on the axis, where a turning component is zero. [element_size()]
std::vector<double> inverse_squared_radius(const FunctionSpace& space, int element);

/// slopes[c][b] = du_c / dx_b of components becomes the gradient of the vector: along the angle
/// -w / r and v / r, which on the axis are slopes along r.
void add_turning(double v, double w, double r, std::array<std::array<double, 3>, 3>& slopes);

/// Nodes that only rounding keeps off the axis y = 0 are put there. Throws base::Error, on all
/// ranks, where others are below it. Collective.
void put_on_axis(Coordinates& coordinates, const comm::Communicator& communicator);

}  // namespace lobatto::space
