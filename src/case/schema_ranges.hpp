#pragma once

#include <limits>

#include "case/schema.hpp"

namespace lobatto::cases {

/// Ranges that many keys have.
inline constexpr double unbounded = std::numeric_limits<double>::infinity();
inline constexpr Range positive{0, unbounded, true, false};
/// Viscosities, diffusivities, conductivities and capacities, at every node: products of one with
/// metric terms and its squares are numbers still.
inline constexpr Range coefficient_range{0, 1e30, true, false};
inline constexpr Range step_range{1e-30, 1e30, false, false};  ///< lengths of time steps
inline constexpr Range counting{1, unbounded, false, false};
inline constexpr Range counting_things{1, 1e9, false, false};  ///< of those that are held as int

}  // namespace lobatto::cases
