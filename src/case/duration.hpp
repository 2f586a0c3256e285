#pragma once

#include <optional>
#include <string>

namespace lobatto::cases {

/// Seconds of a text such as "90s", "30min", "1h30min", "2d 12h" or "11:50:00"; nothing where it is
/// none of these.
std::optional<double> parse_duration(const std::string& text);

/// A regular expression of these texts, also of those that come to no time.
std::string duration_pattern();

}  // namespace lobatto::cases
