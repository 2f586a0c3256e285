#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/document/spelling.hpp"
#include "case/expressions/coefficient_expression.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"
#include "case/tables/sampling.hpp"

namespace lobatto::cases {

namespace {

constexpr double most_probe_points = 1e8;  ///< what ranks tell each other fits integers
constexpr Range two_and_more{.lower = 2};

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
       KeyMember<ProbeCase>(line_table().keys()),
       KeyMember<ProbeCase>(plane_table().keys()),
       every_steps_field<ProbeCase>("probe[].every_steps"),
       every_time_field<ProbeCase>("probe[].every_time"),
       {&ProbeCase::quantities,
        {.path = "probe[].quantities",
         .default_text = "all: u, v, w, p, scalars, viscosities that vary, output.quantities",
         .example = "[\"u\", \"p\"]",
         .description = "what is sampled"}},
       {worded(&ProbeCase::is_table, Words<bool>{{true, "csv"}, {false, "hdf5"}}),
        {.path = "probe[].format",
         .default_text = "csv for points, hdf5 for lines and planes",
         .example = "\"hdf5\"",
         .description = "csv: a table, a row per point and sample; hdf5: arrays"}}}};
  return table;
}

template <class Places>
ProbePlaces read_regular(const Section& probe, const Table<Places>& table) {
  Places places;
  table.read_below(probe, places);
  return ProbePlaces(places);
}

/// What a probe may sample: u, v, w, p, scalars, quantities.
std::vector<std::string> sampled_names(const Case& c) {
  std::vector<std::string> names{"u", "v", "w"};
  if (!c.prescribed_velocity) names.emplace_back("p");
  std::ranges::copy(scalar_names(c), std::back_inserter(names));
  std::ranges::copy(coefficient_fields(c), std::back_inserter(names));
  for (const auto& quantity : c.quantities) names.push_back(quantity.name);
  return names;
}

void read_sampled(const Section& table, const Case& c, ProbeCase& probe) {
  const auto known = sampled_names(c);
  for (const auto& name : probe.quantities)
    if (std::ranges::find(known, name) == known.end())
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

}  // namespace

std::vector<Key> probe_keys() { return probe_table().keys(); }

void read_probes(const Section& root, Case& c) {
  for (const Section& table : root.tables("probe")) {
    const ProbeCase probe = read_probe(table, c);
    check_name(table, c.probes, probe.name);
    c.probes.push_back(probe);
  }
}

}  // namespace lobatto::cases
