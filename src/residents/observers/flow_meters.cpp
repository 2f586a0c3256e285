// [[flow_meter]]: what passes through parts of the boundary, a row per sample: the volume flow
// int u . n dA, the mean pressure, and of each scalar int T u . n dA; n points out of the fluid.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "residents/observers/sampling.hpp"
#include "residents/observers/table_observer.hpp"
#include "residents/residents.hpp"
#include "space/boundary.hpp"
#include "space/named_boundaries.hpp"

namespace lobatto::residents {

namespace {

struct Meter {
  std::string name;
  std::vector<std::string> boundaries;
  cases::Interval interval;
};

class FlowMeter final : public TableObserver {
 public:
  FlowMeter(const Meter& meter, const Solution& solution)
      : TableObserver(meter.name, meter.interval, solution), meter_(meter) {
    for (const auto& name : meter_.boundaries) {
      auto& parts = boundaries_.emplace_back();
      const space::FunctionSpace& fluid = solution.space.fluid();
      for (const int index : space::boundaries_named(name, fluid)) parts.emplace_back(fluid, index);
    }
  }

  [[nodiscard]] const char* region() const override { return "flow meters"; }
  void follow_mesh() override {
    for (auto& parts : boundaries_)
      for (auto& boundary : parts) boundary.follow_mesh();
  }
  void sample(const Moment& moment) override;

 private:
  [[nodiscard]] std::string columns() const override;
  [[nodiscard]] bool has_pressure() const { return solution_.state.find("pressure") != nullptr; }
  /// Volume flow, flow of each scalar, int p dA, area; this rank's.
  [[nodiscard]] std::vector<double> integrals(const std::vector<space::Boundary>& parts) const;

  Meter meter_;
  std::vector<std::vector<space::Boundary>> boundaries_;  ///< the parts that have one name
};

std::string FlowMeter::columns() const {
  std::string columns;
  for (const auto& boundary : meter_.boundaries) {
    columns += fmt::format(",{}_volume", boundary);
    for (const auto& scalar : scalar_names(solution_.the_case))
      columns += fmt::format(",{}_{}", boundary, scalar);
    if (has_pressure()) columns += fmt::format(",{}_pressure", boundary);
  }
  return columns;
}

std::vector<double> FlowMeter::integrals(const std::vector<space::Boundary>& parts) const {
  const auto& state = solution_.state;
  const auto& velocity = state["velocity"].vector();
  const auto names = scalar_names(solution_.the_case);
  const auto* pressure = state.find("pressure");
  std::vector<double> sums(names.size() + 3);
  for (const auto& boundary : parts) {
    std::vector<double> flow(boundary.n_values()), values(boundary.n_values());
    const auto weights = boundary.weights();
    for (int d = 0; d < 3; ++d) {
      boundary.restrict_field(velocity[d], values);
      for (std::size_t i = 0; i < flow.size(); ++i)
        flow[i] += weights[i] * boundary.normal(d)[i] * values[i];
    }
    for (const double value : flow) sums[0] += value;
    for (std::size_t s = 0; s < names.size(); ++s) {
      boundary.restrict_field(state[names[s]].now(), values);
      for (std::size_t i = 0; i < flow.size(); ++i) sums[1 + s] += flow[i] * values[i];
    }
    if (pressure != nullptr) boundary.restrict_field(pressure->now(), values);
    for (std::size_t i = 0; i < flow.size(); ++i) {
      sums[names.size() + 1] += weights[i] * values[i];
      sums[names.size() + 2] += weights[i];
    }
  }
  return sums;
}

void FlowMeter::sample(const Moment& moment) {
  std::string row;
  for (const auto& parts : boundaries_) {
    auto sums = integrals(parts);
    solution_.space.communicator().sum(sums);
    const double area = sums.back(), pressure = sums[sums.size() - 2];
    sums.resize(sums.size() - 2);
    row += fmt::format(",{}", fmt::join(sums, ","));
    if (has_pressure()) row += fmt::format(",{}", area > 0 ? pressure / area : 0.0);
  }
  add_row(moment, row);
}

void check_flow_meters(const cases::Section& table, Meter& meter, const std::vector<Meter>& earlier,
                       cases::Case& c) {
  check_monitor(table, meter, earlier, c);
  c.extra_boundaries.push_back({meter.boundaries, table.where("on")});
}

const cases::Table<Meter>& meter_table() {
  static const cases::Table<Meter> table{
      {.path = "flow_meter[]",
       .kind = cases::Kind::table_list,
       .description = "what flows out through parts of the boundary, again and again: volume, "
                      "scalars, and the mean pressure; a table in monitors/"},
      {{&Meter::name,
        {.path = "flow_meter[].name",
         .kind = cases::Kind::file_name,
         .required = true,
         .example = "\"outlets\"",
         .description = "of its file"}},
       {&Meter::boundaries,
        {.path = "flow_meter[].on",
         .required = true,
         .example = "[\"x_min\", \"x_max\"]",
         .description = "boundaries, as [boundary] names them, with columns each"}},
       every_steps_field<Meter>("flow_meter[].every_steps"),
       every_time_field<Meter>("flow_meter[].every_time")}};
  return table;
}

ObserverList observe_flow_meters(const ObserverContext& context) {
  ObserverList meters;
  for (const Meter& meter : context.solution.the_case.extensions.of<Meter>())
    meters.push_back(std::make_unique<FlowMeter>(meter, context.solution));
  return meters;
}

}  // namespace

Resident flow_meters() {
  return {.in_case_file =
              cases::extension_of(meter_table(), check_flow_meters, {one_interval("flow_meter[]")}),
          .observe = observe_flow_meters,
          .supports = also(any_flow, {Trait::moving_mesh, Trait::low_mach}),
          .example = "[[flow_meter]]\nname = \"outlets\"\non = [\"x_max\"]\n"};
}

}  // namespace lobatto::residents
