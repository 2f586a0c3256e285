#include "case/observers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "case/expression.hpp"
#include "case/name_rules.hpp"
#include "case/schema_ranges.hpp"
#include "case/spelling.hpp"
#include "case/table.hpp"

namespace lobatto::cases {

namespace {

constexpr double most_probe_points = 1e8;  ///< what ranks tell each other fits integers

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

bool uses_pressure(const ExpressionText& text, const Case& c) {
  return Expression::compile(text, output_variables(scalar_names(c)), c.parameters, c.tables)
      .depends_on("p");
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
      if (c.given_flow && uses_pressure(*expression, c))
        quantities.report(entry.key, "uses the pressure p, which a case with [flow] has not");
      c.quantities.push_back({entry.key, *expression});
    }
  }
}

constexpr Range two_and_more{.lower = 2};
constexpr long long usual_steps = 10;  ///< between two samples where nothing is given

template <class T>
Field<T> every_steps_field(const char* path) {
  return {[](T& t) -> auto& { return t.interval.every_steps; },
          {.path = path,
           .range = counting,
           .default_text = std::to_string(usual_steps),
           .example = "5",
           .description = "steps between two samples"}};
}

template <class T>
Field<T> every_time_field(const char* path) {
  return {[](T& t) -> auto& { return t.interval.every_time; },
          {.path = path,
           .range = positive,
           .default_text = "never",
           .example = "0.1",
           .description = "instead: time between two samples, taken at the next step"}};
}

void complete_interval(Interval& interval) {
  if (!interval.every_steps && !interval.every_time) interval.every_steps = usual_steps;
}

const Table<ProbePlaces::Line>& line_table() {
  static const Table<ProbePlaces::Line> table{
      {.path = "probe[].line", .description = "points on a straight line, at equal distances"},
      {{[](ProbePlaces::Line& t) -> auto& { return t.from; },
        {.path = "probe[].line.from",
         .required = true,
         .example = "[0, 0, 0]",
         .description = "first point"}},
       {[](ProbePlaces::Line& t) -> auto& { return t.to; },
        {.path = "probe[].line.to",
         .required = true,
         .example = "[1, 0, 0]",
         .description = "last point"}},
       {[](ProbePlaces::Line& t) -> auto& { return t.n_points; },
        {.path = "probe[].line.points",
         .required = true,
         .range = two_and_more,
         .example = "65",
         .description = "number of points"}}}};
  return table;
}

const Table<ProbePlaces::Plane>& plane_table() {
  static const Table<ProbePlaces::Plane> table{
      {.path = "probe[].plane", .description = "points on a parallelogram"},
      {{[](ProbePlaces::Plane& t) -> auto& { return t.corner; },
        {.path = "probe[].plane.corner",
         .required = true,
         .example = "[0, 0, 0]",
         .description = "first point"}},
       {[](ProbePlaces::Plane& t) -> auto& { return t.edges[0]; },
        {.path = "probe[].plane.edge_1",
         .required = true,
         .example = "[1, 0, 0]",
         .description = "from the corner along the first edge"}},
       {[](ProbePlaces::Plane& t) -> auto& { return t.edges[1]; },
        {.path = "probe[].plane.edge_2",
         .required = true,
         .example = "[0, 1, 0]",
         .description = "from the corner along the second edge"}},
       {[](ProbePlaces::Plane& t) -> auto& { return t.n_points[0]; },
        {.path = "probe[].plane.points_1",
         .required = true,
         .range = two_and_more,
         .example = "65",
         .description = "number of points along the first edge"}},
       {[](ProbePlaces::Plane& t) -> auto& { return t.n_points[1]; },
        {.path = "probe[].plane.points_2",
         .required = true,
         .range = two_and_more,
         .example = "65",
         .description = "number of points along the second edge"}}}};
  return table;
}

const Table<ProbeCase>& probe_table() {
  static const Table<ProbeCase> table{
      {.path = "probe[]",
       .kind = Kind::table_list,
       .description =
           "the solution at any points, by its polynomials, again and again; see [probes "
           "and forces](probes.md)"},
      {{&ProbeCase::name,
        {.path = "probe[].name",
         .kind = Kind::file_name,
         .required = true,
         .example = "\"wake\"",
         .description = "of its files"}},
       Key{.path = "probe[].points",
           .kind = Kind::points,
           .example = "[[0, 0, 0.5], [0, \"0.1*pi\", 0.5]]",
           .description = "single points"},
       Field<ProbeCase>(line_table().keys()),
       Field<ProbeCase>(plane_table().keys()),
       every_steps_field<ProbeCase>("probe[].every_steps"),
       every_time_field<ProbeCase>("probe[].every_time"),
       {&ProbeCase::quantities,
        {.path = "probe[].quantities",
         .default_text = "all: u, v, w, p, scalars, output.quantities",
         .example = "[\"u\", \"p\"]",
         .description = "what is sampled"}},
       {worded(&ProbeCase::is_table, Words<bool>{{true, "csv"}, {false, "hdf5"}}),
        {.path = "probe[].format",
         .default_text = "csv for points, hdf5 for lines and planes",
         .example = "\"hdf5\"",
         .description = "csv: a table, a row a point and sample; hdf5: arrays"}}}};
  return table;
}

const Table<ForceCase>& force_table() {
  static const Table<ForceCase> table{
      {.path = "force[]",
       .kind = Kind::table_list,
       .description = "the force of the flow on parts of the boundary, again and again"},
      {{&ForceCase::name,
        {.path = "force[].name",
         .kind = Kind::file_name,
         .required = true,
         .example = "\"cylinder\"",
         .description = "of its file"}},
       {&ForceCase::boundaries,
        {.path = "force[].on",
         .required = true,
         .example = "[\"x_min\", \"x_max\"]",
         .description = "boundaries, as [boundary] names them"}},
       every_steps_field<ForceCase>("force[].every_steps"),
       every_time_field<ForceCase>("force[].every_time")},
      [](const Section& force, ForceCase& f) {
        f.where = force.where("on");
        complete_interval(f.interval);
      }};
  return table;
}

template <class Places>
ProbePlaces read_regular(const Section& probe, const Table<Places>& table) {
  Places places;
  table.read_below(probe, places);
  return ProbePlaces(places);
}

void read_sampled(const Section& table, const Case& c, ProbeCase& probe) {
  const auto known = sampled_names(c);
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
  if (last == "line") probe.places = read_regular(table, line_table());
  if (last == "plane") probe.places = read_regular(table, plane_table());
  if (const double n = probe.places.n_points(); n > most_probe_points)
    table.report(
        last, fmt::format("has {:.6g} points; at most {:.6g} are possible", n, most_probe_points));
}

ProbeCase read_probe(const Section& table, const Case& c) {
  ProbeCase probe;
  probe.is_table = table.has("points");
  probe_table().read(table, probe);
  complete_interval(probe.interval);
  read_places(table, probe);
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

std::vector<Key> observer_keys() {
  std::vector<Key> keys{
      {.path = "output.quantities",
       .description = "further fields, made of the solution; they stand in field files and probes"},
      {.path = "output.quantities.<name>",
       .kind = Kind::expression,
       .variables = Variables::output,
       .example = "\"sqrt(u^2 + v^2 + w^2)\"",
       .description = "may use u, v, w, p, the scalars by name, the gradient dudx, dudy, ... dwdz, "
                      "vorticity_x, vorticity_y, vorticity_z, q_criterion and lambda2"}};
  for (const auto& part : {probe_table().keys(), force_table().keys()})
    keys.insert(keys.end(), part.begin(), part.end());
  return keys;
}

std::vector<std::string> sampled_names(const Case& c) {
  std::vector<std::string> names{"u", "v", "w"};
  if (!c.given_flow) names.emplace_back("p");
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
    ForceCase force;
    force_table().read(table, force);
    check_name(table, c.forces, force.name);
    c.forces.push_back(force);
  }
}

}  // namespace lobatto::cases
