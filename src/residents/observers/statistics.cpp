// [statistics]: averages over windows of time, a file each, stats_<step>.h5 after the step that it
// begins with: a window that is written at the end of a run and then goes on after a restart
// replaces its file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "case/document/spelling.hpp"
#include "case/expressions/coefficient_expression.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"
#include "plan/describe.hpp"
#include "residents/observers/statistics_file.hpp"
#include "residents/residents.hpp"
#include "stats/homogeneity.hpp"
#include "stats/moments.hpp"
#include "stats/running_statistics.hpp"

namespace lobatto::residents {

namespace {

/// The force per mass of all residents that tell it, at all nodes of the fluid.
class ForceField {
 public:
  explicit ForceField(const Solution& solution);

  /// Of the current solution, of time t. Zero in solids. Throws base::Error on every rank where a
  /// value is not finite. Collective.
  const space::VectorField& evaluate(double t);

 private:
  Solution solution_;
  Formulas formulas_;
  std::vector<ForceAdder> adders_;
  space::VectorField force_;
};

ForceField::ForceField(const Solution& solution)
    : solution_(solution),
      formulas_(solution.the_case),
      force_(solution.space.make_vector_field()) {
  for (const auto& make : all)
    if (const auto force = make().force) adders_.push_back(force(solution_, formulas_));
}

const space::VectorField& ForceField::evaluate(double t) {
  for (auto& component : force_) component.fill(0.0);
  for (const auto& add : adders_) add(t, force_);
  formulas_.throw_fault(solution_.space.communicator());
  return force_;
}

using Asked = stats::RunningStatistics::Settings;

class Statistics final : public Observer {
 public:
  Statistics(const Asked& asked, const ObserverContext& context)
      : solution_(context.solution),
        quantities_(context.quantities),
        profiler_(context.profiler),
        region_(profiler_.add("statistics")),
        files_region_(profiler_.add("statistics files")),
        statistics_(solution_.space, asked) {
    if (asked.force) force_.emplace(solution_);
  }

  [[nodiscard]] const char* region() const override { return "statistics"; }
  void begin_run(const RunStart& start) override;
  /// Every step counts: samples are weighted by the time that they stand for.
  [[nodiscard]] bool is_due(const Moment& /*moment*/) const override { return true; }
  void sample(const Moment& moment) override;
  [[nodiscard]] const char* consequence() const override {
    return "their window goes on until there is room";
  }
  [[nodiscard]] bool waits() const override { return waits_; }
  void finish() override {
    if (statistics_.times().n_samples() > 0) write_window();
  }
  [[nodiscard]] std::string summary() const override;
  void visit_state(base::StateVisitor& visitor) override { statistics_.visit_state(visitor); }

 private:
  [[nodiscard]] stats::RunningStatistics::Observation observe(const physics::StepReport& report);
  /// One of the further fields, as of now. Collective.
  [[nodiscard]] std::span<const double> field(const std::string& name, double time);
  /// And begins the next one.
  void write_window();

  Solution solution_;
  OutputQuantities& quantities_;
  perf::Profiler& profiler_;
  std::filesystem::path folder_;
  perf::RegionId region_, files_region_;
  stats::RunningStatistics statistics_;
  std::optional<ForceField> force_;
  long long n_samples_ = 0;
  int n_files_ = 0;
  bool waits_ = false;
};

void Statistics::begin_run(const RunStart& start) {
  folder_ = start.folder.stats();
  io::make_folder(folder_, solution_.space.communicator());
  statistics_.begin_run({solution_.state.n_steps(), solution_.state.time()});
}

std::span<const double> Statistics::field(const std::string& name, double time) {
  if (const auto* field = solution_.state.find(name)) return field->now();
  return std::ranges::find(quantities_.evaluate(0, time), name, &OutputQuantities::Quantity::name)
      ->values;
}

stats::RunningStatistics::Observation Statistics::observe(const physics::StepReport& report) {
  const auto& state = solution_.state;
  stats::RunningStatistics::Observation observation;
  auto& fields = observation.fields;
  for (int d = 0; d < 3; ++d) fields.velocity[d] = state["velocity"].now(d);
  if (const state::Variable* pressure = state.find("pressure")) {
    fields.pressure = pressure->now();
    // A level that is free may wander; fluctuations are about the mean over the volume then.
    if (pressure->kind().up_to_constant)
      fields.pressure_level = solution_.space.fluid().mean(pressure->now());
  }
  for (const auto& scalar : solution_.the_case.scalars)
    fields.scalars.push_back(state[scalar.name].now());
  for (const auto& name : statistics_.settings().fields)
    fields.fields.push_back(field(name, report.time));
  if (force_) {
    const auto& force = force_->evaluate(report.time);
    for (int d = 0; d < 3; ++d) fields.force[d] = force[d];
  }
  observation.numbers.assign(FlowNumbers::count, 0.0);
  observation.numbers[FlowNumbers::pressure_gradient] = report.pressure_gradient.value_or(0.0);
  return observation;
}

void Statistics::sample(const Moment& moment) {
  const bool is_complete = statistics_.after_step({moment.report.step, moment.report.time}, [&] {
    ++n_samples_;
    return observe(moment.report);
  });
  if (is_complete) write_window();
}

void Statistics::write_window() {
  const perf::Profiler::Scope scope(profiler_, files_region_);
  waits_ = true;
  statistics_.combine();
  const auto name = fmt::format("stats_{:08d}.h5", statistics_.times().begin().step);
  write_statistics(folder_ / name, solution_, statistics_);
  waits_ = false;
  statistics_.next_window();
  ++n_files_;
}

std::string Statistics::summary() const {
  const double seconds = profiler_.seconds(region_);
  return fmt::format("statistics: {}, {:.3g} ms each, {}", plan::counted(n_samples_, "sample"),
                     n_samples_ > 0 ? 1e3 * seconds / static_cast<double>(n_samples_) : 0.0,
                     plan::counted(n_files_, "file"));
}

const cases::Words<stats::Extent>& extent_words() {
  static const cases::Words<stats::Extent> words{{stats::Extent::full, "full"},
                                                 {stats::Extent::basic, "basic"}};
  return words;
}

const cases::Table<Asked>& statistics_table() {
  static const cases::Table<Asked> table{
      {.path = "statistics",
       .description = "Averages over time, and over directions in which the flow is the same, "
                      "gathered while the run goes on; see [statistics](statistics.md)"},
      {{[](Asked& a) -> auto& { return a.times.start; },
        {.path = "statistics.start",
         .range = {.lower = 0},
         .example = "20.0",
         .description = "time at which gathering begins"}},
       {[](Asked& a) -> auto& { return a.times.every_steps; },
        {.path = "statistics.every_steps",
         .range = cases::counting,
         .example = "5",
         .description = "steps between two samples"}},
       {&Asked::averaged,
        {.path = "statistics.average",
         .words = cases::texts_of(cases::direction_words()),
         .default_text = "none",
         .example = "[\"z\"]",
         .description = "periodic directions of a box to average over"}},
       {[](Asked& a) -> auto& { return a.times.window; },
        {.path = "statistics.window",
         .range = cases::positive,
         .default_text = "all of the run",
         .example = "10.0",
         .description = "time that a file stands for; then a new one begins"}},
       {cases::worded(&Asked::extent, extent_words()),
        {.path = "statistics.quantities",
         .example = "\"basic\"",
         .description = "basic: means and second moments; full: all that budgets need"}},
       {&Asked::fields,
        {.path = "statistics.fields",
         .default_text = "none",
         .example = "[\"eddy_viscosity\"]",
         .description =
             "further fields of which mean and mean square are gathered: viscosities and "
             "diffusivities that vary, eddy_viscosity, those of output.quantities"}}}};
  return table;
}

void check_statistics_directions(const cases::Section& table, const cases::Case& c,
                                 const Asked& asked) {
  for (const auto& [direction, name] : cases::direction_words()) {
    if (!asked.averaged[direction]) continue;
    if (c.mesh_file)
      table.report("average", "needs the directions of a box; a mesh from a file has none");
    else if (!c.axes[direction].ticks.empty() && !c.axes[direction].periodic)
      table.report(
          "average",
          fmt::format(
              "the flow is the same all along a periodic direction only; {} is not periodic",
              name));
  }
}

void check_extra_fields(const cases::Section& table, const cases::Case& c, const Asked& asked) {
  auto known = cases::coefficient_fields(c);
  for (const auto& quantity : c.quantities) known.push_back(quantity.name);
  for (const auto& name : asked.fields)
    if (std::ranges::find(known, name) == known.end())
      table.report(
          "fields",
          fmt::format("there is no further field '{}'{}", name,
                      known.empty() ? "" : cases::suggestion_or_list(name, known, "; there are ")));
}

/// The products of a force that fluctuates belong to full statistics, which budgets are made of.
void check_statistics(const cases::Section& table, Asked& asked,
                      const std::vector<Asked>& /*earlier*/, cases::Case& c) {
  asked.n_scalars = c.scalars.size();
  asked.pressure = !c.prescribed_velocity;
  asked.force = asked.extent == stats::Extent::full && c.force_fluctuates && !c.prescribed_velocity;
  asked.n_numbers = FlowNumbers::count;
  check_statistics_directions(table, c, asked);
  if (c.plane && !c.mesh_file) asked.averaged[2] = true;
  check_extra_fields(table, c, asked);
  if (const double start = asked.times.start; c.end_time && start >= *c.end_time)
    table.report("start", fmt::format("{:.6g} is not before the end of the run, time.end = {:.6g}",
                                      start, *c.end_time));
}

std::string describe_statistics(const cases::Case& c) {
  std::string text;
  for (const Asked& asked : c.extensions.of<Asked>()) {
    std::vector<const char*> averaged;
    for (int d = 0; d < 3; ++d)
      if (asked.averaged[d]) averaged.push_back(plan::direction_names[d]);
    const auto& [start, every_steps, window] = asked.times;
    text += plan::line(
        "statistics",
        fmt::format(
            "{}, every {} from t = {:.6g}, {}{}{}", word_of(extent_words(), asked.extent),
            plan::counted(every_steps, "step"), start,
            averaged.empty() ? "not averaged in space"
                             : fmt::format("averaged along {}", fmt::join(averaged, " and ")),
            window ? fmt::format(", a file every {:.6g} time units", *window) : ", one file",
            asked.fields.empty() ? ""
                                 : fmt::format("; also of {}", fmt::join(asked.fields, ", "))));
  }
  return text;
}

void check_statistics_on_mesh(const cases::Case& c, const space::FunctionSpace& space,
                              cases::Problems& problems) {
  for (const Asked& asked : c.extensions.of<Asked>())
    if (c.map)
      cases::attempt(problems, c.place("statistics.average") + ": ",
                     [&] { stats::check_homogeneous(space, asked.averaged); });
}

/// Columns of elements that fall together, over all ranks, and those that several ranks have, once
/// for each of them.
double n_columns(const Asked& asked, const cases::Case& the_case,
                 const plan::ElementShares& shares) {
  if (the_case.mesh_file) return shares.n_elements;
  const auto& average = asked.averaged;
  const auto n = [&](int d) { return the_case.axes[d].n_elements(); };
  const auto& grid = shares.grid;
  const auto of_direction = [&](int d, int n_parts) {
    return average[d] ? n_parts : n(d);  // every part has its own sums along this direction
  };
  return static_cast<double>(of_direction(0, grid.n_x)) * of_direction(1, grid.n_y) *
         of_direction(2, grid.n_z);
}

std::size_t n_averages(const stats::Gathered& gathered) {
  return stats::flow_averages(gathered.extent, gathered.pressure).size() +
         (gathered.force ? stats::force_averages().size() : 0) +
         gathered.n_fields * stats::field_averages().size() +
         gathered.n_scalars * stats::scalar_averages(gathered.extent, gathered.pressure).size();
}

/// Nodes of a column of elements that fall together.
double column_size(const Asked& asked, const kernels::ElementShape& shape) {
  double size = 1;
  for (int d = 0; d < 3; ++d) size *= asked.averaged[d] ? 1 : shape.lengths()[d];
  return size;
}

/// Of the sums, on all ranks.
double bytes_of(const Asked& asked, const cases::Case& c, const plan::ElementShares& shares) {
  return 8.0 * static_cast<double>(n_averages(asked.gathered())) *
         column_size(asked, plan::element_shape(c)) * n_columns(asked, c, shares);
}

std::vector<plan::MemoryPart> memory_statistics(const cases::Case& c,
                                                const plan::ElementShares& shares,
                                                bool /*is_first_rank*/) {
  std::vector<plan::MemoryPart> parts;
  for (const Asked& asked : c.extensions.of<Asked>())
    parts.push_back({"the sums of the statistics", c.place("statistics"),
                     bytes_of(asked, c, shares) / shares.n_ranks,
                     "use more nodes, average over more directions, or take the basic quantities"});
  return parts;
}

std::string estimate_statistics(const cases::Case& c, const plan::ElementShares& shares) {
  std::string text;
  const auto shape = plan::element_shape(c);
  const double points = shares.n_elements * shape.points();
  for (const Asked& asked : c.extensions.of<Asked>()) {
    const auto cost = stats::moments_cost(
        shape, static_cast<std::size_t>(column_size(asked, shape)), asked.gathered());
    const double bytes = bytes_of(asked, c, shares);
    text += fmt::format(
        "statistics  {} averages in {:.3g} MB ({:.3g} bytes per point), about {:.3g} GFLOP per "
        "sample\n",
        n_averages(asked.gathered()), bytes / 1e6, bytes / points,
        cost.flops * shares.n_elements / 1e9);
  }
  return text;
}

ObserverList observe_statistics(const ObserverContext& context) {
  ObserverList list;
  for (const Asked& asked : context.solution.the_case.extensions.of<Asked>())
    list.push_back(std::make_unique<Statistics>(asked, context));
  return list;
}

}  // namespace

Resident statistics() {
  Resident resident{.in_case_file = cases::extension_of(statistics_table(), check_statistics),
                    .observe = observe_statistics,
                    .supports = any_flow,
                    .example = "[statistics]\nevery_steps = 1\n",
                    .check_on_mesh = check_statistics_on_mesh,
                    .memory = memory_statistics,
                    .estimate = estimate_statistics};
  resident.in_case_file.place = cases::Place::with_output;
  resident.in_case_file.describe = describe_statistics;
  return resident;
}

}  // namespace lobatto::residents
