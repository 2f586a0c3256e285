// [[monitor]]: numbers of the whole flow, a row a sample, or a row a sample and plane.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "case/schema/choices.hpp"
#include "residents/observers/sample_table.hpp"
#include "residents/table.hpp"
#include "space/named_boundaries.hpp"
#include "stats/node_sets.hpp"
#include "stats/reduction.hpp"

namespace lobatto::residents {

namespace {

/// Over what a monitor reduces: nodes, the elements that they are in unless these are all, and
/// places along the axis where the nodes are those of planes.
struct Domain {
  std::unique_ptr<stats::NodeSets> nodes;
  std::optional<std::vector<int>> elements;
  std::vector<double> coordinates;
};

Domain domain_of(const cases::MonitorCase& monitor, const space::FunctionSpace& space) {
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

class Monitor final : public Observer {
 public:
  /// On boundaries that the mesh has, or planes, as check_case() has found.
  Monitor(const cases::MonitorCase& monitor, const Solution& solution)
      : monitor_(monitor),
        solution_(solution),
        domain_(domain_of(monitor, solution.space)),
        quantities_(solution, monitor_.quantities, domain_.elements),
        wants_extrema_(std::ranges::any_of(monitor_.reductions, stats::is_extremum)) {}

  [[nodiscard]] const char* region() const override { return "monitors"; }
  void begin_run(const RunStart& start) override;
  [[nodiscard]] bool is_due(const Moment& moment) const override {
    return moment.is_due(monitor_.interval);
  }
  void sample(const Moment& moment) override;
  [[nodiscard]] const char* consequence() const override { return "this sample is lost"; }
  [[nodiscard]] std::string failure() const override { return table_ ? table_->failure() : ""; }
  void flush() override { table_->flush(); }

 private:
  [[nodiscard]] std::string heading() const;
  /// All columns of one quantity, each after a comma.
  [[nodiscard]] std::string columns(const stats::Reduced& reduced) const;
  /// In a table of planes a row has one place already.
  [[nodiscard]] bool tells_place(stats::Reduction reduction) const {
    return stats::is_extremum(reduction) && !monitor_.planes;
  }

  cases::MonitorCase monitor_;
  Solution solution_;
  Domain domain_;
  OutputQuantities quantities_;
  bool wants_extrema_;
  std::optional<SampleTable> table_;
};

std::string Monitor::heading() const {
  std::string heading = "step,time";
  if (monitor_.planes) heading += fmt::format(",{}", "xyz"[*monitor_.planes]);
  for (const auto& quantity : monitor_.quantities)
    for (const auto reduction : monitor_.reductions) {
      const auto name =
          fmt::format("{}_{}", quantity.name, cases::word_of(cases::reduction_words(), reduction));
      heading += fmt::format(",{}", name);
      if (tells_place(reduction)) heading += fmt::format(",{0}_x,{0}_y,{0}_z", name);
    }
  return heading;
}

void Monitor::begin_run(const RunStart& start) {
  const auto& communicator = solution_.space.communicator();
  io::make_folder(start.folder.monitors(), communicator);
  table_.emplace(start.folder.monitors() / fmt::format("{}.csv", monitor_.name), heading(),
                 start.resumed_step, communicator);
}

void Monitor::sample(const Moment& moment) {
  std::vector<std::span<const double>> fields;
  for (const auto& quantity : quantities_.evaluate(0, moment.report.time))
    fields.emplace_back(quantity.values);
  const auto reduced = stats::reduce(solution_.space, *domain_.nodes, fields, wants_extrema_);
  const std::size_t n_sets = domain_.nodes->n_sets();
  for (std::size_t set = 0; set < n_sets; ++set) {
    std::string row = fmt::format("{},{}", moment.report.step, moment.report.time);
    if (monitor_.planes) row += fmt::format(",{}", domain_.coordinates[set]);
    for (std::size_t f = 0; f < fields.size(); ++f) row += columns(reduced[f * n_sets + set]);
    table_->add(row);
  }
}

std::string Monitor::columns(const stats::Reduced& reduced) const {
  std::string columns;
  for (const auto reduction : monitor_.reductions) {
    columns += fmt::format(",{}", reduced.value(reduction));
    if (!tells_place(reduction)) continue;
    const auto& extremum = reduction == stats::Reduction::min ? reduced.min : reduced.max;
    columns += fmt::format(",{}", fmt::join(extremum.place, ","));
  }
  return columns;
}

ObserverList observe(const ObserverContext& context) {
  ObserverList monitors;
  for (const auto& monitor : context.solution.the_case.monitors)
    monitors.push_back(std::make_unique<Monitor>(monitor, context.solution));
  return monitors;
}

}  // namespace

Resident monitors() { return {.observe = observe}; }

}  // namespace lobatto::residents
