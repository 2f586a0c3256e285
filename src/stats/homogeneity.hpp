#pragma once

#include <array>
#include <string>

#include "space/function_space.hpp"

namespace lobatto::stats {

/// "xz" for the directions that are true.
std::string names_of(const std::array<bool, 3>& directions);

/// Checks that the elements of a moved box are the same all along the directions, and follow each
/// other on a straight line (one direction) or in a plane (two): otherwise the flow is not the same
/// there, nor are its components. No direction and all three together need nothing. Collective;
/// throws base::Error on every rank.
void check_homogeneous(const space::FunctionSpace& space, const std::array<bool, 3>& directions);

}  // namespace lobatto::stats
