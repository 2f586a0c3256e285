#include "app/case.hpp"

#include <cmath>

namespace lobatto::app {

bool Interval::is_due(long long step, double time_before, double time) const {
  if (every_steps && step % *every_steps == 0) return true;
  // A hair of tolerance: sums of steps miss round times by round-off.
  const auto multiples = [this](double t) { return std::floor(t / *every_time * (1 + 1e-12)); };
  return every_time && multiples(time) > multiples(time_before);
}

std::vector<std::string> scalar_names(const Case& the_case) {
  std::vector<std::string> names;
  for (const auto& scalar : the_case.scalars) names.push_back(scalar.name);
  return names;
}

}  // namespace lobatto::app
