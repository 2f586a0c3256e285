#pragma once

#include <vector>

#include "space/function_space.hpp"

namespace lobatto::run {

/// What tells one mesh from another: elements, order, volume; then of each coordinate x the means
/// over all nodes of all elements of x, of x^2, and of x times the element's number over theirs;
/// and which elements are solid, where some are. Collective.
std::vector<double> mesh_fingerprint(const space::FunctionSpace& space);

/// Up to the round-off of sums over another number of ranks.
bool is_same_mesh(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace lobatto::run
