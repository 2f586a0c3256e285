#include "case/observers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "case/expression.hpp"
#include "case/name_rules.hpp"
#include "case/spelling.hpp"

namespace lobatto::cases {

namespace {

constexpr double most_probe_points = 1e8;  ///< what ranks tell each other fits integers

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

void read_quantities(const Section& root, Case& c) {
  const Section quantities = root.table("output").table("quantities");
  const auto known = output_variables(scalar_names(c));
  for (const Entry& entry : quantities.entries()) {
    const std::string fault = fault_of_identifier(entry.key);
    if (!fault.empty()) {
      quantities.report(entry.key, fault);
    } else if (contains(known, entry.key) || c.parameters.contains(entry.key)) {
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

ProbePlaces read_line(const Section& line) {
  return ProbePlaces(ProbePlaces::Line{vector_of(line, "from"), vector_of(line, "to"),
                                       line.integer("points").value_or(2)});
}

ProbePlaces read_plane(const Section& plane) {
  return ProbePlaces(ProbePlaces::Plane{
      vector_of(plane, "corner"),
      {vector_of(plane, "edge_1"), vector_of(plane, "edge_2")},
      {plane.integer("points_1").value_or(2), plane.integer("points_2").value_or(2)}});
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
  probe.where = table.where(last);
  if (last == "points") probe.places = ProbePlaces(table.points("points"));
  if (last == "line") probe.places = read_line(table.table("line"));
  if (last == "plane") probe.places = read_plane(table.table("plane"));
  if (const double n = probe.places.n_points(); n > most_probe_points)
    table.report(
        last, fmt::format("has {:.6g} points; at most {:.6g} are possible", n, most_probe_points));
}

ProbeCase read_probe(const Section& table, const Case& c) {
  ProbeCase probe;
  probe.name = table.word("name").value_or("");
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

}  // namespace lobatto::cases
