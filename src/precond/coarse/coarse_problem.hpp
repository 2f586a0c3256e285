#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::precond {

inline constexpr std::size_t n_vertices = 8;

/// Solves K u = f on the vertices of the elements: f [n_elem][2][2][2] as shares of the elements, u
/// continuous, zero on Dirichlet faces. In a plane the last four of an element are zero.
/// Collective.
using CoarseSolver = std::function<void(std::span<const double> f, std::span<double> u)>;

/// The stiffness operator on the vertices of this rank's elements, unassembled: a vertex is known
/// by its id on every rank that has it.
struct CoarseProblem {
  std::vector<std::array<std::int64_t, n_vertices>> ids;  ///< of the vertices; -1: u is zero there
  std::vector<std::array<double, n_vertices * n_vertices>> matrices;  ///< of the elements
  bool singular = false;  ///< no vertex fixes the level: f has sum zero, u any constant part
};

/// The stiffness operator of `space` between the trilinear functions of its elements (Galerkin), by
/// GLL quadrature on the nodes of `space`; in a plane, where the first four vertices of an element
/// are unknowns, between the bilinear ones. Collective.
CoarseProblem make_coarse_problem(const space::FunctionSpace& space,
                                  const space::BoundaryConditions& conditions);

}  // namespace lobatto::precond
