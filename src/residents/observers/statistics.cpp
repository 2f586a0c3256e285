// [statistics]: averages over windows of time, a file each, stats_<step>.h5 after the step that it
// begins with: a window that is written at the end of a run and then goes on after a restart
// replaces its file.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "plan/statistics_size.hpp"
#include "residents/observers/force_field.hpp"
#include "residents/observers/statistics_file.hpp"
#include "residents/table.hpp"
#include "stats/running_statistics.hpp"

namespace lobatto::residents {

namespace {

stats::RunningStatistics::Settings settings_of(const cases::Case& the_case) {
  const cases::StatisticsCase& asked = *the_case.statistics;
  return {.times = {asked.start, asked.every_steps, asked.window},
          .averaged = asked.average,
          .extent = asked.extent,
          .n_scalars = the_case.scalars.size(),
          .fields = asked.fields,
          .pressure = !the_case.prescribed_velocity,
          .force = plan::gathers_force(the_case),
          .n_numbers = FlowNumbers::count};
}

class Statistics final : public Observer {
 public:
  explicit Statistics(const ObserverContext& context)
      : solution_(context.solution),
        quantities_(context.quantities),
        profiler_(context.profiler),
        region_(profiler_.add("statistics")),
        files_region_(profiler_.add("statistics files")),
        statistics_(solution_.space, settings_of(solution_.the_case)) {
    if (plan::gathers_force(solution_.the_case)) force_.emplace(solution_);
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
  /// One of StatisticsCase::fields, as of now. Collective.
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
  if (const state::Field* pressure = state.find("pressure")) {
    fields.pressure = pressure->now();
    // A level that is free may wander; fluctuations are about the mean over the volume then.
    if (pressure->kind().up_to_constant)
      fields.pressure_level = solution_.space.fluid().mean(pressure->now());
  }
  for (const auto& scalar : solution_.the_case.scalars)
    fields.scalars.push_back(state[scalar.name].now());
  for (const auto& name : solution_.the_case.statistics->fields)
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
  return fmt::format("statistics: {} samples, {:.3g} ms each, {} file{}", n_samples_,
                     n_samples_ > 0 ? 1e3 * seconds / static_cast<double>(n_samples_) : 0.0,
                     n_files_, n_files_ == 1 ? "" : "s");
}

ObserverList observe(const ObserverContext& context) {
  ObserverList list;
  if (context.solution.the_case.statistics) list.push_back(std::make_unique<Statistics>(context));
  return list;
}

}  // namespace

Resident statistics() { return {.observe = observe}; }

}  // namespace lobatto::residents
