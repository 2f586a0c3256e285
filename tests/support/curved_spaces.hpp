#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "mesh/box_mesh.hpp"
#include "mesh/grading.hpp"
#include "space/function_space.hpp"

// Boxes and what they are moved to.

namespace lobatto::test {

using Point = std::array<double, 3>;

/// Equal elements, periodic where told; a plane has one periodic layer of them along z.
struct Block {
  Point begin{0, 0, 0}, end{1, 1, 1};
  std::array<int, 3> n_elements{2, 2, 2};
  std::array<bool, 3> periodic{};
  bool is_plane = false;

  [[nodiscard]] mesh::BoxMesh mesh(int order, const comm::Communicator& communicator) const {
    std::array<mesh::Axis, 3> axes;
    for (int d = 0; d < 3; ++d)
      axes[d] = {mesh::uniform_ticks(begin[d], end[d], n_elements[d]), periodic[d]};
    auto box = mesh::make_box_mesh(std::move(axes), order, communicator.rank(), communicator.size(),
                                   mesh::slabs_along(is_plane ? 1 : 2));
    box.is_plane = is_plane;
    return box;
  }
};

/// Those that many tests take, by their elements.
inline const Block cube_222{}, cube_223{.n_elements = {2, 2, 3}}, cube_232{.n_elements = {2, 3, 2}},
    torus_222{.periodic = {true, true, true}},
    slab_322{.end = {1, 0.5, 0.5}, .n_elements = {3, 2, 2}, .periodic = {false, true, true}};

/// A function of one point as one of many.
template <class Function>
space::SpaceTimeFunction function_of_place(Function f) {
  return [f](const space::Points& points, double, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q)
      out[q] = f({points.x[q], points.y[q], points.z[q]});
  };
}

/// A map or a velocity Point -> Point as its three components, constant in time.
template <class Map>
std::array<space::SpaceTimeFunction, 3> vector_function(Map map) {
  std::array<space::SpaceTimeFunction, 3> components;
  for (int d = 0; d < 3; ++d)
    components[d] = function_of_place([map, d](const Point& x) { return map(x)[d]; });
  return components;
}

template <class Map>
space::FunctionSpace moved(const Block& block, int order, Map map,
                           const comm::Communicator& communicator) {
  return {block.mesh(order, communicator), vector_function(map), communicator};
}

inline Point identity(const Point& x) { return x; }

/// Not orthogonal, determinant `affine_determinant`.
inline Point affine(const Point& x) {
  return {0.3 + x[0] + 0.2 * x[1], 2.0 * x[1] - 0.1 * x[2], x[0] - 0.4 + 0.5 * x[2]};
}
inline constexpr double affine_determinant = 1.0 * (2.0 * 0.5) - 0.2 * (0.0 * 0.5 + 0.1 * 1.0);

/// Moves every edge and face of the unit cube, and those between elements, by sines that repeat
/// with period 1.
inline Point wavy(const Point& x) {
  constexpr double turn = 2 * std::numbers::pi;
  return {x[0] + 0.06 * std::sin(turn * x[1] + 0.3) * std::cos(turn * x[2]),
          x[1] + 0.05 * std::sin(turn * x[2] + 0.5) * std::sin(turn * x[0] + 0.7),
          x[2] + 0.06 * std::cos(turn * (x[0] - x[1]))};
}

/// Curves the elements of the unit cube; its faces stay where they are.
inline Point stirred(const Point& x) {
  const auto bump = [](double c) { return std::sin(std::numbers::pi * c); };
  const double by = 0.08 * bump(x[0]) * bump(x[1]) * bump(x[2]);
  return {x[0] + by, x[1] - by, x[2] + by};
}

/// (radius, angle, height) to places.
inline Point cylindrical(const Point& x) {
  return {x[0] * std::cos(x[1]), x[0] * std::sin(x[1]), x[2]};
}

/// (radius, polar angle, azimuth) to places, right-handed.
inline Point spherical(const Point& x) {
  return {x[0] * std::sin(x[1]) * std::cos(x[2]), x[0] * std::sin(x[1]) * std::sin(x[2]),
          x[0] * std::cos(x[1])};
}

}  // namespace lobatto::test
