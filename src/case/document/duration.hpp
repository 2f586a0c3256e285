#pragma once

#include <optional>
#include <string>

namespace lobatto::cases {

/// Seconds of a text such as "90s", "30min", "1h30min", "2d 12h" or "11:50:00"; nothing where it is
/// none of these.
std::optional<double> parse_duration(const std::string& text);

/// Whole seconds in the largest unit that they are a multiple of: "30min".
std::string duration_text(double seconds);

/// A regular expression of these texts, also of those that come to no time.
std::string duration_pattern();

}  // namespace lobatto::cases
