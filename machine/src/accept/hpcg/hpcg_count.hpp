#pragma once

#include <array>

#include "accept/hpcg/grid_hierarchy.hpp"

namespace lobatto::accept {

/// Rows and entries of one level, of all ranks together.
struct LevelSize {
  double rows = 0, entries = 0;
};
using LevelSizes = std::array<LevelSize, GridHierarchy::n_levels>;
LevelSizes sizes_of_levels(const GridHierarchy& grids);

/// What HPCG counts for some iterations from x = 0, whatever an implementation really does (HPCG
/// 3.1, Heroux, Dongarra & Luszczek, Sandia report SAND2013-8752): 2 flop per entry and product, 4
/// per entry and symmetric Gauss-Seidel step; three dots and three vector updates per iteration.
double hpcg_flops(const LevelSizes& levels, int n_iterations);

/// The bytes of that: each product and each sweep reads the matrix, 8 bytes of value and 4 of
/// column per entry; each product and step reads a vector and writes one.
double hpcg_bytes(const LevelSizes& levels, int n_iterations);

/// What a sweep reads of the parts of a level's matrix as they are kept, of all ranks together.
struct LevelBytes {
  double matrix = 0, lower = 0, upper = 0, inverse_diagonal = 0;
};
using LevelsBytes = std::array<LevelBytes, GridHierarchy::n_levels>;

/// Collective.
LevelsBytes bytes_of_levels(const GridHierarchy& grids, const comm::Communicator& communicator);

/// The bytes of GridHierarchy::precondition and the same product and vectors.
double tuned_bytes(const LevelSizes& levels, const LevelsBytes& bytes, int n_iterations);

}  // namespace lobatto::accept
