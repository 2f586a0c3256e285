#pragma once

#include <limits>

#include "app/schema.hpp"

namespace lobatto::app {

/// Ranges that many keys have.
inline constexpr double unbounded = std::numeric_limits<double>::infinity();
inline constexpr Range positive{0, unbounded, true, false};
inline constexpr Range counting{1, unbounded, false, false};

}  // namespace lobatto::app
