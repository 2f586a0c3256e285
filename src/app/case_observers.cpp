#include "app/case_observers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/expression.hpp"
#include "app/spelling.hpp"

namespace lobatto::app {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

void read_quantities(const Section& root, Case& c) {
  const Section quantities = root.table("output").table("quantities");
  const auto known = output_variables(scalar_names(c));
  for (const Entry& entry : quantities.entries()) {
    if (contains(known, entry.key) || contains(reserved_names(), entry.key) ||
        c.parameters.contains(entry.key)) {
      quantities.report(entry.key, "expressions know this name already; choose another");
    } else if (const auto expression = quantities.expression(entry.key)) {
      c.quantities.push_back({entry.key, *expression});
    }
  }
}

Interval read_interval(const Section& table) {
  Interval interval{table.integer("every_steps"), table.number("every_time")};
  if (!interval.every_steps && !interval.every_time)
    interval.every_steps = table.integer_or_default("every_steps");
  return interval;
}

std::array<double, 3> vector_of(const Section& table, const std::string& key) {
  std::array<double, 3> vector{};
  if (const auto numbers = table.numbers(key)) std::copy_n(numbers->begin(), 3, vector.begin());
  return vector;
}

void read_line(const Section& line, ProbeCase& probe) {
  const auto n = line.integer("points").value_or(2);
  const auto from = vector_of(line, "from"), to = vector_of(line, "to");
  for (long long i = 0; i < n; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(n - 1);
    auto& point = probe.points.emplace_back();
    for (int d = 0; d < 3; ++d) point[d] = (1 - part) * from[d] + part * to[d];
  }
  probe.shape = {n};
}

void read_plane(const Section& plane, ProbeCase& probe) {
  const auto corner = vector_of(plane, "corner");
  const std::array edges{vector_of(plane, "edge_1"), vector_of(plane, "edge_2")};
  const std::array n{plane.integer("points_1").value_or(2), plane.integer("points_2").value_or(2)};
  for (long long j = 0; j < n[1]; ++j) {
    for (long long i = 0; i < n[0]; ++i) {
      const double a = static_cast<double>(i) / static_cast<double>(n[0] - 1),
                   b = static_cast<double>(j) / static_cast<double>(n[1] - 1);
      auto& point = probe.points.emplace_back();
      for (int d = 0; d < 3; ++d) point[d] = corner[d] + a * edges[0][d] + b * edges[1][d];
    }
  }
  probe.shape = {n[1], n[0]};
}

void read_sampled(const Section& table, const Case& c, ProbeCase& probe) {
  const auto known = sampled_names(c);
  probe.quantities = table.words("quantities");
  for (const auto& name : probe.quantities)
    if (!contains(known, name))
      table.report("quantities", fmt::format("there is no quantity '{}'{}", name,
                                             suggestion_or_list(name, known, "; there are ")));
  if (probe.quantities.empty()) probe.quantities = known;
}

/// Points, a line or a plane.
void read_places(const Section& table, ProbeCase& probe) {
  int n_given = 0;
  std::string last;
  for (const char* key : {"points", "line", "plane"}) {
    if (!table.has(key)) continue;
    ++n_given;
    last = key;
  }
  if (n_given != 1)
    return table.report(n_given == 0 ? "name" : last,
                        "give exactly one of 'points', 'line' and 'plane' to a probe");
  if (last == "points") {
    probe.points = table.points("points");
    probe.shape = {static_cast<long long>(probe.points.size())};
  } else if (last == "line") {
    read_line(table.table("line"), probe);
  } else {
    read_plane(table.table("plane"), probe);
  }
}

ProbeCase read_probe(const Section& table, const Case& c) {
  ProbeCase probe;
  probe.name = table.word("name").value_or("");
  probe.where = table.where("name");
  probe.interval = read_interval(table);
  read_places(table, probe);
  probe.is_table = table.has("format") ? table.word("format") == "csv" : table.has("points");
  read_sampled(table, c, probe);
  return probe;
}

/// Names are those of files.
template <class List>
void check_name(const Section& table, const List& list, const std::string& name) {
  if (std::ranges::any_of(list, [&](const auto& other) { return other.name == name; }))
    table.report("name", fmt::format("another one has the name '{}'", name));
}

}  // namespace

std::vector<std::string> sampled_names(const Case& c) {
  std::vector<std::string> names{"u", "v", "w", "p"};
  std::ranges::copy(scalar_names(c), std::back_inserter(names));
  for (const auto& quantity : c.quantities) names.push_back(quantity.name);
  return names;
}

void read_observers(const Section& root, Case& c) {
  read_quantities(root, c);
  for (const Section& table : root.tables("probe")) {
    const ProbeCase probe = read_probe(table, c);
    check_name(table, c.probes, probe.name);
    c.probes.push_back(probe);
  }
  for (const Section& table : root.tables("force")) {
    const ForceCase force{table.word("name").value_or(""), table.words("on"), table.where("on"),
                          read_interval(table)};
    check_name(table, c.forces, force.name);
    c.forces.push_back(force);
  }
}

}  // namespace lobatto::app
