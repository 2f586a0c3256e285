#pragma once

#include <array>

namespace lobatto::kernels {

using Lengths = std::array<double, 3>;  ///< of an axis-aligned element along x, y, z

}  // namespace lobatto::kernels
