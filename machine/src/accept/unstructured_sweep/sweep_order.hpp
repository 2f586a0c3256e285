#pragma once

#include <vector>

namespace lobatto::accept {

/// Particles from one element to another through a face.
struct Stream {
  int from = 0, to = 0;
  double flow = 0;  ///< above 0
};

/// An order of elements in which as many as can be come after all that they get particles from.
struct SweepOrder {
  std::vector<int> elements;
  int n_lagged = 0;  ///< streams against the order
};

/// Where elements wait for each other in a circle, the one goes first for which the least flow is
/// still awaited: what it does not have yet is taken from the sweep before.
SweepOrder sweep_order(int n_elements, const std::vector<Stream>& streams);

}  // namespace lobatto::accept
