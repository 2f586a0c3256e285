#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/expressions/field_names.hpp"
#include "case/schema/choices.hpp"
#include "case/schema/name_rules.hpp"
#include "case/schema/table.hpp"
#include "case/tables/sampling.hpp"

namespace lobatto::cases {

template <>
struct MemberType<std::vector<stats::Reduction>> {
  static constexpr Kind kind = Kind::words;
  static std::optional<std::vector<stats::Reduction>> read(const Section& table,
                                                           const std::string& key) {
    if (!table.has(key) || table.is_refused(key)) return std::nullopt;
    std::vector<stats::Reduction> reductions;
    for (const std::string& word : table.words(key))
      reductions.push_back(value_of(reduction_words(), word).value());
    return reductions;
  }
  static std::string text(const std::vector<stats::Reduction>& reductions) {
    std::string list;
    for (const auto reduction : reductions)
      list +=
          fmt::format("{}\"{}\"", list.empty() ? "[" : ", ", word_of(reduction_words(), reduction));
    return list + "]";
  }
};

namespace {

void read_quantities(const Section& monitor, MonitorCase& m) {
  const Section quantities = monitor.table("of");
  for (const Entry& entry : quantities.entries()) {
    if (const std::string fault = fault_of_column(entry.key); !fault.empty())
      quantities.report(entry.key, fault);
    else if (const auto expression = quantities.expression(entry.key))
      m.quantities.push_back({entry.key, *expression});
  }
  if (monitor.has("of") && quantities.entries().empty())
    monitor.report("of", "expected at least one expression, such as of = { speed = \"abs(u)\" }");
}

void check_monitor(const Section& monitor, MonitorCase& m) {
  read_quantities(monitor, m);
  if (m.reductions.empty())
    monitor.report("reduce", fmt::format("expected at least one of {}",
                                         fmt::join(texts_of(reduction_words()), ", ")));
  if (m.planes && std::ranges::find(m.reductions, stats::Reduction::integral) != m.reductions.end())
    monitor.report("reduce", "there are no integrals over planes; take the mean times the area");
  if (monitor.has("on")) m.where = monitor.where("on");
  complete_interval(m.interval);
}

const Table<MonitorCase>& monitor_table() {
  static const Table<MonitorCase> table{
      {.path = "monitor[]",
       .kind = Kind::table_list,
       .description = "numbers of the whole flow, again and again; see [monitors](monitors.md)"},
      {{&MonitorCase::name,
        {.path = "monitor[].name",
         .kind = Kind::file_name,
         .required = true,
         .example = "\"energy\"",
         .description = "of its file"}},
       Key{.path = "monitor[].of",
           .required = true,
           .example = "{ kinetic = \"0.5*(u^2 + v^2 + w^2)\" }",
           .description = "what is reduced, by the names of its columns"},
       Key{.path = "monitor[].of.<name>",
           .kind = Kind::expression,
           .variables = Variables::output,
           .example = "\"0.5*(u^2 + v^2 + w^2)\"",
           .description = "may use what `output.quantities` may use"},
       {&MonitorCase::reductions,
        {.path = "monitor[].reduce",
         .words = texts_of(reduction_words()),
         .example = "[\"mean\", \"max\"]",
         .description = "to what: a column each; extrema come with their place"}},
       {&MonitorCase::boundaries,
        {.path = "monitor[].on",
         .default_text = "the volume",
         .example = "[\"y_min\", \"y_max\"]",
         .description = "boundaries to reduce over, as [boundary] names them"}},
       {worded(&MonitorCase::planes, direction_words()),
        {.path = "monitor[].planes",
         .default_text = "the volume",
         .example = "\"y\"",
         .description = "instead: the planes of nodes of a box across this direction, a row each"}},
       every_steps_field<MonitorCase>("monitor[].every_steps"),
       every_time_field<MonitorCase>("monitor[].every_time")},
      check_monitor};
  return table;
}

}  // namespace

std::vector<Key> monitor_keys() { return monitor_table().keys(); }

void read_monitors(const Section& root, Case& c) {
  for (const Section& table : root.tables("monitor")) {
    MonitorCase monitor;
    monitor_table().read(table, monitor);
    for (auto& quantity : monitor.quantities)
      quantity.expression = of_output(quantity.expression, c);
    check_name(table, c.monitors, monitor.name);
    if (std::ranges::find(c.extra_monitors, monitor.name) != c.extra_monitors.end())
      table.report("name", fmt::format("the table '{}' is there already", monitor.name));
    if (monitor.planes && c.mesh_file)
      table.report("planes", "needs the directions of a box; a mesh from a file has none");
    c.monitors.push_back(monitor);
  }
}

}  // namespace lobatto::cases
