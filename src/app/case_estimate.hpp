#pragma once

#include <string>

#include "app/case.hpp"
#include "space/function_space.hpp"

namespace lobatto::app {

/// How the elements of a mesh are shared out.
struct ElementShares {
  int n_ranks = 1;
  long long n_elements = 0;  ///< of all ranks
  std::string text;          ///< "a grid of 2 x 2 columns of elements, at most 16 columns a rank"
};
/// Of a box. Throws base::Error when there are more ranks than element columns.
ElementShares box_shares(const Case& the_case, int n_ranks);
/// Of any mesh. Collective.
ElementShares shares_of(const space::FunctionSpace& space);

/// What the case would take, as text for people: memory, floating-point work a step, solvers.
std::string estimate(const Case& the_case, const ElementShares& shares);

}  // namespace lobatto::app
