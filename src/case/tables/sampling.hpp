#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "case/case.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"

// What the tables of samples, [[probe]], [[force]] and [[monitor]], have in common: a name, which
// is that of a file, and an interval.

namespace lobatto::cases {

inline constexpr long long usual_steps = 10;  ///< between two samples where nothing is given

/// Keys of the member `interval` of T.
template <class T>
KeyMember<T> every_steps_field(const char* path) {
  return {[](T& t) -> auto& { return t.interval.every_steps; },
          {.path = path,
           .range = counting,
           .default_text = std::to_string(usual_steps),
           .example = "5",
           .description = "steps between two samples"}};
}

template <class T>
KeyMember<T> every_time_field(const char* path) {
  return {[](T& t) -> auto& { return t.interval.every_time; },
          {.path = path,
           .range = positive,
           .default_text = "never",
           .example = "0.1",
           .description = "instead: time between two samples, taken at the next step"}};
}

/// Where neither key is given.
inline void complete_interval(Interval& interval) {
  if (!interval.every_steps && !interval.every_time) interval.every_steps = usual_steps;
}

/// Reports a name that another one in the list has.
template <class List>
void check_name(const Section& table, const List& list, const std::string& name) {
  if (std::ranges::any_of(list, [&](const auto& other) { return other.name == name; }))
    table.report("name", fmt::format("another one has the name '{}'", name));
}

}  // namespace lobatto::cases
