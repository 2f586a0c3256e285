#pragma once

#include <array>

namespace lobatto::accept {

/// All have the same charge and the same mass.
struct Particle {
  std::array<double, 3> x;  ///< in cells of the whole box, from 0 to its size
  std::array<double, 3> v;  ///< in lengths per time
};

}  // namespace lobatto::accept
