#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/document/section.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"
#include "plan/describe.hpp"

// What the tables of samples have in common, such as [[probe]], [[force]] and [[monitor]]: a name,
// which is that of a file, and an interval.

namespace lobatto::residents {

inline constexpr long long usual_steps = 10;  ///< between two samples where nothing is given

/// Keys of the member `interval` of T.
template <class T>
cases::KeyMember<T> every_steps_field(const char* path) {
  return {[](T& t) -> auto& { return t.interval.every_steps; },
          {.path = path,
           .range = cases::counting,
           .default_text = std::to_string(usual_steps),
           .example = "5",
           .description = "steps between two samples"}};
}

template <class T>
cases::KeyMember<T> every_time_field(const char* path) {
  return {[](T& t) -> auto& { return t.interval.every_time; },
          {.path = path,
           .range = cases::positive,
           .default_text = "never",
           .example = "0.1",
           .description = "instead: time between two samples, taken at the next step"}};
}

/// They exclude each other in this table.
inline cases::Group one_interval(const char* table) {
  return {table, cases::Group::Need::at_most_one, {"every_steps", "every_time"}};
}

template <class T>
bool has_name(const std::vector<T>& list, const std::string& name) {
  return std::ranges::find(list, name, &T::name) != list.end();
}

/// Completes the interval; reports a name that an earlier one in the list has.
template <class T>
void check_sampled(const cases::Section& table, T& sampled, const std::vector<T>& earlier) {
  cases::Interval& interval = sampled.interval;
  if (!interval.every_steps && !interval.every_time) interval.every_steps = usual_steps;
  if (has_name(earlier, sampled.name))
    table.report("name", fmt::format("another one has the name '{}'", sampled.name));
}

/// The same of a table in monitors/, which stands beside those of others.
template <class T>
void check_monitor(const cases::Section& table, T& monitor, const std::vector<T>& earlier,
                   cases::Case& c) {
  check_sampled(table, monitor, earlier);
  auto& names = c.extra_monitors;
  if (!has_name(earlier, monitor.name) && std::ranges::find(names, monitor.name) != names.end())
    table.report("name", fmt::format("the table '{}' is there already", monitor.name));
  names.push_back(monitor.name);
}

/// "every 5 steps"
inline std::string interval_text(const cases::Interval& interval) {
  if (interval.every_time) return fmt::format("every {:.6g} time units", *interval.every_time);
  return fmt::format("every {}", plan::counted(*interval.every_steps, "step"));
}

}  // namespace lobatto::residents
