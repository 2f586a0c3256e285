#pragma once

#include <string>

#include "health/report.hpp"

namespace lobatto::health {

/// For people: a block of lines for each test, with minimum, maximum, average and standard
/// deviation over the places, and the places that fall behind. `details`: all rows.
std::string format_table(const Report& report, bool details);

}  // namespace lobatto::health
