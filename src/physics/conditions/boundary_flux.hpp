#pragma once

#include <span>
#include <vector>

#include "physics/settings.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// What the velocities given on the boundary carry through it, in volume per time; over all ranks.
struct GivenFlux {
  struct Part {
    std::size_t boundary = 0;  ///< index in space.boundaries()
    double out = 0;            ///< int max(u . n, 0)
    double in = 0;             ///< int max(-u . n, 0)
  };
  std::vector<Part> parts;  ///< those with a given velocity
  double net = 0;           ///< int u . n over all of them, by a fine quadrature
  double through = 0;       ///< int |u . n|
  double uncertainty = 0;  ///< of `net`: twice what several fine quadratures of each side differ by
  double on_nodes = 0;     ///< int u . n by the quadrature of the elements, as the equations see it

  /// Up to this part of `through` a net flux is left out of the pressure's equation without a word
  /// to the contrary: of that order are numbers that somebody typed, and shapes that a mesh file
  /// rounds.
  static constexpr double tolerance = 1e-6;
  /// True where no incompressible flow has these velocities: the net flux is neither small nor the
  /// quadrature's.
  [[nodiscard]] bool is_impossible() const;
};

/// True where the boundary has given velocities and no open part: what they carry through it must
/// then sum to zero.
bool must_balance(std::span<const VelocityBoundaryCondition> faces);

/// True where the velocity that is given somewhere depends on time.
bool changes_with_time(std::span<const VelocityBoundaryCondition> faces);

/// True where the velocity that is given somewhere uses the solution: what it carries then shows in
/// the steps alone.
bool uses_solution(std::span<const VelocityBoundaryCondition> faces);

/// At time t, of velocities that do not use the solution. The functions are taken at Gauss points,
/// n + 4 and n + 8 a direction, of the sides as the elements have them: so what is found is about
/// the functions and the shape, not about how well n nodes integrate them. Collective.
GivenFlux given_flux(const space::FunctionSpace& space,
                     std::span<const VelocityBoundaryCondition> faces, double t);

}  // namespace lobatto::physics
