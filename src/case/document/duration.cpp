#include "case/document/duration.hpp"

#include <fmt/format.h>

#include <map>
#include <regex>

namespace lobatto::cases {

namespace {

const char* const clock_pattern = R"((\d{1,6}):([0-5]\d):([0-5]\d))";
const char* const units_pattern = R"((\s*\d+(\.\d*)?\s*(d|h|min|s))+\s*)";

}  // namespace

std::string duration_pattern() { return fmt::format("^({}|{})$", clock_pattern, units_pattern); }

std::string duration_text(double seconds) {
  const auto n = static_cast<long long>(seconds);
  if (n % 3600 == 0) return fmt::format("{}h", n / 3600);
  if (n % 60 == 0) return fmt::format("{}min", n / 60);
  return fmt::format("{}s", n);
}

std::optional<double> parse_duration(const std::string& text) {
  static const std::regex clock(clock_pattern);
  static const std::regex units(units_pattern);
  static const std::regex part(R"((\d+(?:\.\d*)?)\s*(d|h|min|s))");
  static const std::map<std::string, double> seconds_of{
      {"d", 86400}, {"h", 3600}, {"min", 60}, {"s", 1}};
  std::smatch match;
  if (std::regex_match(text, match, clock))
    return 3600.0 * std::stoi(match[1]) + 60.0 * std::stoi(match[2]) + std::stoi(match[3]);
  if (!std::regex_match(text, units)) return std::nullopt;
  double seconds = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), part), end; at != end; ++at)
    seconds += std::stod((*at)[1]) * seconds_of.at((*at)[2]);
  return seconds > 0 ? std::optional(seconds) : std::nullopt;
}

}  // namespace lobatto::cases
