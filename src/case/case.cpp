#include "case/case.hpp"

#include <algorithm>
#include <cmath>
#include <regex>

namespace lobatto::cases {

namespace {

/// How many are over by then. A hair of tolerance: sums of steps miss round times by round-off.
double multiples(double interval, double time) { return std::floor(time / interval * (1 + 1e-12)); }

}  // namespace

bool Interval::is_due(long long step, double time_before, double time) const {
  if (every_steps && step % *every_steps == 0) return true;
  return every_time && multiples(*every_time, time) > multiples(*every_time, time_before);
}

std::optional<double> Interval::next_after(double time) const {
  if (!every_time) return std::nullopt;
  return (multiples(*every_time, time) + 1) * *every_time;
}

std::string Case::mesh_file_text() const {
  std::string text;
  for (const std::string& path : *mesh_file) text += (text.empty() ? "" : ", ") + path;
  return text;
}

std::string Case::place(const std::string& path) const {
  for (std::string above = path;;) {
    const auto found = places.find(above);
    if (found != places.end()) return found->second + ": " + path;
    const std::size_t end = above.find_last_of(".[");
    if (end == std::string::npos) return file + ": " + path;
    above.resize(end);
  }
}

std::vector<std::string> given_keys(const Case& the_case, const std::string& declared) {
  std::string pattern = std::regex_replace(declared, std::regex("\\."), "\\.");
  pattern = std::regex_replace(pattern, std::regex("\\[\\]"), "\\[[0-9]+\\]");
  const std::regex given(std::regex_replace(pattern, std::regex("<[a-z]+>"), ".+"));
  std::vector<std::string> paths;
  for (const auto& [path, place] : the_case.places)
    if (std::regex_match(path, given)) paths.push_back(path);
  return paths;
}

namespace {

bool starts_from_exact(const Case& the_case) {
  const auto is_exact = [](const ScalarCase& scalar) {
    return scalar.initial && scalar.exact && scalar.initial->text() == scalar.exact->text();
  };
  if (the_case.prescribed_velocity) return std::ranges::all_of(the_case.scalars, is_exact);
  if (!the_case.initial_velocity || !the_case.exact_velocity || the_case.initial_turbulence)
    return false;
  return std::ranges::equal(*the_case.initial_velocity, *the_case.exact_velocity, {},
                            &Expression::text, &Expression::text);
}

}  // namespace

std::vector<double> times_before_start(const Case& the_case) {
  std::vector<double> times;
  if (!the_case.dt || !starts_from_exact(the_case)) return times;
  for (int level = the_case.time_order - 1; level > 0; --level)
    times.push_back(-level * *the_case.dt);
  return times;
}

std::vector<std::string> scalar_names(const Case& the_case) {
  std::vector<std::string> names;
  for (const auto& scalar : the_case.scalars) names.push_back(scalar.name);
  return names;
}

int n_advected_fields(const Case& the_case) {
  const int of_velocity = the_case.is_advected && !the_case.prescribed_velocity ? 3 : 0;
  return of_velocity +
         static_cast<int>(std::ranges::count(the_case.scalars, true, &ScalarCase::is_advected));
}

double cfl_limit(const Case& the_case) {
  return the_case.cfl_limit.value_or(the_case.along_characteristics ? 10.0 : 2.0);
}

}  // namespace lobatto::cases
