// [[monitor]]: numbers of the whole flow, a row a sample, or a row a sample and plane.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.hpp"
#include "case/schema/name_rules.hpp"
#include "case/tables/tables.hpp"
#include "plan/describe.hpp"
#include "residents/observers/sampling.hpp"
#include "residents/observers/table_observer.hpp"
#include "residents/residents.hpp"
#include "space/named_boundaries.hpp"
#include "stats/node_sets.hpp"
#include "stats/reduction.hpp"

namespace lobatto::cases {

namespace {

const Words<stats::Reduction>& reduction_words() {
  using enum stats::Reduction;
  static const Words<stats::Reduction> words{
      {integral, "integral"}, {mean, "mean"}, {min, "min"}, {max, "max"}, {rms, "rms"}};
  return words;
}

}  // namespace

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

}  // namespace lobatto::cases

namespace lobatto::residents {

namespace {

struct MonitorCase {
  std::string name;
  std::vector<cases::QuantityCase> quantities = {};
  std::vector<stats::Reduction> reductions{stats::Reduction::mean};
  std::vector<std::string> boundaries = {};  ///< none: the volume, or
  std::optional<int> planes = {};            ///< those across this direction, a row each
  cases::Interval interval = {};
};

/// Over what a monitor reduces: nodes, the elements that they are in unless these are all, and
/// places along the axis where the nodes are those of planes.
struct Domain {
  std::unique_ptr<stats::NodeSets> nodes;
  std::optional<std::vector<int>> elements;
  std::vector<double> coordinates;
};

Domain domain_of(const MonitorCase& monitor, const space::FunctionSpace& space) {
  Domain domain;
  if (monitor.planes) {
    auto planes = std::make_unique<stats::PlaneNodes>(space, *monitor.planes);
    domain.coordinates.assign(planes->coordinates().begin(), planes->coordinates().end());
    domain.nodes = std::move(planes);
  } else if (!monitor.boundaries.empty()) {
    const auto& of_boundaries = space::space_of_boundaries(monitor.boundaries, space);
    auto nodes = std::make_unique<stats::BoundaryNodes>(
        of_boundaries, space::boundaries_named(monitor.boundaries, of_boundaries));
    domain.elements = nodes->elements();
    domain.nodes = std::move(nodes);
  } else {
    domain.nodes = std::make_unique<stats::VolumeNodes>(space);
  }
  return domain;
}

class Monitor final : public TableObserver {
 public:
  /// On boundaries that the mesh has, or planes, as check_case() has found.
  Monitor(const MonitorCase& monitor, const Solution& solution)
      : TableObserver(monitor.name, monitor.interval, solution),
        monitor_(monitor),
        domain_(domain_of(monitor, solution.space)),
        quantities_(solution, monitor_.quantities, domain_.elements),
        wants_extrema_(std::ranges::any_of(monitor_.reductions, stats::is_extremum)) {}

  [[nodiscard]] const char* region() const override { return "monitors"; }
  void follow_mesh() override { domain_.nodes->follow_mesh(); }
  void sample(const Moment& moment) override;
  [[nodiscard]] const char* consequence() const override { return "this sample is lost"; }

 private:
  [[nodiscard]] std::string columns() const override;
  /// The values of one quantity, each after a comma.
  [[nodiscard]] std::string values(const stats::Reduced& reduced) const;
  /// In a table of planes a row has one place already.
  [[nodiscard]] bool tells_place(stats::Reduction reduction) const {
    return stats::is_extremum(reduction) && !monitor_.planes;
  }

  MonitorCase monitor_;
  Domain domain_;
  OutputQuantities quantities_;
  bool wants_extrema_;
};

std::string Monitor::columns() const {
  std::string columns;
  if (monitor_.planes) columns += fmt::format(",{}", "xyz"[*monitor_.planes]);
  for (const auto& quantity : monitor_.quantities)
    for (const auto reduction : monitor_.reductions) {
      const auto name =
          fmt::format("{}_{}", quantity.name, cases::word_of(cases::reduction_words(), reduction));
      columns += fmt::format(",{}", name);
      if (tells_place(reduction)) columns += fmt::format(",{0}_x,{0}_y,{0}_z", name);
    }
  return columns;
}

void Monitor::sample(const Moment& moment) {
  std::vector<std::span<const double>> fields;
  for (const auto& quantity : quantities_.evaluate(0, moment.report.time))
    fields.emplace_back(quantity.values);
  const auto reduced = stats::reduce(solution_.space, *domain_.nodes, fields, wants_extrema_);
  const std::size_t n_sets = domain_.nodes->n_sets();
  for (std::size_t set = 0; set < n_sets; ++set) {
    std::string row;
    if (monitor_.planes) row += fmt::format(",{}", domain_.coordinates[set]);
    for (std::size_t f = 0; f < fields.size(); ++f) row += values(reduced[f * n_sets + set]);
    add_row(moment, row);
  }
}

std::string Monitor::values(const stats::Reduced& reduced) const {
  std::string values;
  for (const auto reduction : monitor_.reductions) {
    values += fmt::format(",{}", reduced.value(reduction));
    if (!tells_place(reduction)) continue;
    const auto& extremum = reduction == stats::Reduction::min ? reduced.min : reduced.max;
    values += fmt::format(",{}", fmt::join(extremum.place, ","));
  }
  return values;
}

const cases::Table<MonitorCase>& monitor_table() {
  static const cases::Table<MonitorCase> table{
      {.path = "monitor[]",
       .kind = cases::Kind::table_list,
       .description = "numbers of the whole flow, again and again; see [monitors](monitors.md)"},
      {{&MonitorCase::name,
        {.path = "monitor[].name",
         .kind = cases::Kind::file_name,
         .required = true,
         .example = "\"energy\"",
         .description = "of its file"}},
       cases::Key{.path = "monitor[].of",
                  .required = true,
                  .example = "{ kinetic = \"0.5*(u^2 + v^2 + w^2)\" }",
                  .description = "what is reduced, by the names of its columns"},
       cases::Key{.path = "monitor[].of.<name>",
                  .kind = cases::Kind::expression,
                  .variables = cases::Variables::output,
                  .example = "\"0.5*(u^2 + v^2 + w^2)\"",
                  .description = "may use what `output.quantities` may use"},
       {&MonitorCase::reductions,
        {.path = "monitor[].reduce",
         .words = cases::texts_of(cases::reduction_words()),
         .example = "[\"mean\", \"max\"]",
         .description = "to what: a column each; extrema come with their place"}},
       {&MonitorCase::boundaries,
        {.path = "monitor[].on",
         .default_text = "the volume",
         .example = "[\"y_min\", \"y_max\"]",
         .description = "boundaries to reduce over, as [boundary] names them"}},
       {cases::worded(&MonitorCase::planes, cases::direction_words()),
        {.path = "monitor[].planes",
         .default_text = "the volume",
         .example = "\"y\"",
         .description = "instead: the planes of nodes of a box across this direction, a row each"}},
       every_steps_field<MonitorCase>("monitor[].every_steps"),
       every_time_field<MonitorCase>("monitor[].every_time")}};
  return table;
}

void check_monitors(const cases::Section& table, MonitorCase& monitor,
                    const std::vector<MonitorCase>& earlier, cases::Case& c) {
  check_monitor(table, monitor, earlier, c);
  const cases::Section quantities = table.table("of");
  monitor.quantities = cases::read_expressions(quantities, c, cases::fault_of_column);
  if (table.has("of") && quantities.entries().empty())
    table.report("of", "expected at least one expression, such as of = { speed = \"abs(u)\" }");
  if (monitor.reductions.empty())
    table.report("reduce", fmt::format("expected at least one of {}",
                                       fmt::join(texts_of(cases::reduction_words()), ", ")));
  const bool has_integral =
      std::ranges::find(monitor.reductions, stats::Reduction::integral) != monitor.reductions.end();
  if (monitor.planes && has_integral)
    table.report("reduce", "there are no integrals over planes; take the mean times the area");
  if (monitor.planes && c.mesh_moves)
    table.report("planes", "needs nodes that stay in planes; mesh.motion moves them");
  if (monitor.planes && c.mesh_file)
    table.report("planes", "needs the directions of a box; a mesh from a file has none");
  if (table.has("on")) c.extra_boundaries.push_back({monitor.boundaries, table.where("on"), true});
}

std::string place_text(const MonitorCase& monitor) {
  if (monitor.planes) return fmt::format("the planes across {}", "xyz"[*monitor.planes]);
  return monitor.boundaries.empty() ? "the volume"
                                    : fmt::format("{}", fmt::join(monitor.boundaries, ", "));
}

std::string describe_monitors(const cases::Case& c) {
  std::string text;
  for (const MonitorCase& monitor : c.extensions.of<MonitorCase>()) {
    std::vector<std::string> names, words;
    for (const auto& quantity : monitor.quantities) names.push_back(quantity.name);
    for (const auto reduction : monitor.reductions)
      words.push_back(word_of(cases::reduction_words(), reduction));
    text +=
        plan::line("monitor", fmt::format("{}: {} of {} over {}, {}", monitor.name,
                                          fmt::join(words, ", "), fmt::join(names, ", "),
                                          place_text(monitor), interval_text(monitor.interval)));
  }
  return text;
}

void check_monitors_on_mesh(const cases::Case& c, const space::FunctionSpace& space,
                            cases::Problems& problems) {
  const auto& monitors = c.extensions.of<MonitorCase>();
  for (std::size_t i = 0; i < monitors.size(); ++i)
    if (const auto direction = monitors[i].planes)
      cases::attempt(problems, c.place(fmt::format("monitor[{}].planes", i)) + ": ",
                     [&] { const stats::PlaneNodes planes(space, *direction); });
}

ObserverList observe_monitors(const ObserverContext& context) {
  ObserverList monitors;
  for (const MonitorCase& monitor : context.solution.the_case.extensions.of<MonitorCase>())
    monitors.push_back(std::make_unique<Monitor>(monitor, context.solution));
  return monitors;
}

}  // namespace

Resident monitors() {
  const cases::Group places{"monitor[]", cases::Group::Need::at_most_one, {"on", "planes"}};
  Resident resident{.in_case_file = cases::extension_of(monitor_table(), check_monitors,
                                                        {one_interval("monitor[]"), places}),
                    .observe = observe_monitors,
                    .supports = also(any_or_linearised, {Trait::moving_mesh, Trait::low_mach}),
                    .example = "[[monitor]]\nname = \"warmth\"\nof = { heat = \"heat\" }\n",
                    .check_on_mesh = check_monitors_on_mesh};
  resident.in_case_file.place = cases::Place::with_output;
  resident.in_case_file.describe = describe_monitors;
  return resident;
}

}  // namespace lobatto::residents
