#pragma once

#include <string>
#include <vector>

#include "space/function_space.hpp"

namespace lobatto::space {

/// Of the parts of the boundary of a mesh, in their order, each once: a symmetric boundary with
/// planes across several axes is several parts of one name.
std::vector<std::string> boundary_names(const FunctionSpace& space);
/// Of those that have sides of fluid on some rank; all where nothing is solid. Collective.
std::vector<std::string> boundary_names_at_fluid(const FunctionSpace& space);
/// The indices in space.boundaries() of all parts of one name.
std::vector<int> boundaries_named(const std::string& name, const FunctionSpace& space);
/// Of each name after another.
std::vector<int> boundaries_named(const std::vector<std::string>& names,
                                  const FunctionSpace& space);

/// The space that has boundaries of all these names: the fluid, of which other boundaries may be
/// parts, where a solid is among them.
const FunctionSpace& space_of_boundaries(const std::vector<std::string>& names,
                                         const FunctionSpace& space);

}  // namespace lobatto::space
