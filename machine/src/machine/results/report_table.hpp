#pragma once

#include <string>

#include "machine/results/report.hpp"

namespace lobatto::machine {

/// For people: a block of lines for each test, with minimum, maximum, average and standard
/// deviation over the places, and the places that fall behind. `details`: all rows.
std::string format_table(const Report& report, bool details);

}  // namespace lobatto::machine
