// [[probe]]: the solution at points.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "io/sample_series.hpp"
#include "residents/observers/probe_search.hpp"
#include "residents/observers/sample_table.hpp"
#include "residents/table.hpp"
#include "space/interpolation.hpp"

namespace lobatto::residents {

namespace {

/// At points that lie in the mesh, as check_probes() has found.
class Probe final : public Observer {
 public:
  Probe(const cases::ProbeCase& probe, const ObserverContext& context,
        const space::ElementSearch& search)
      : probe_(probe),
        solution_(context.solution),
        quantities_(context.quantities),
        points_(points_on_root(probe, solution_.space.communicator())),
        interpolation_(interpolation_of(solution_.space, search, points_)),
        values_(points_.size() * probe.quantities.size()) {}

  [[nodiscard]] const char* region() const override { return "probes and forces"; }
  void begin_run(const RunStart& start) override;
  [[nodiscard]] bool is_due(const Moment& moment) const override {
    return moment.is_due(probe_.interval);
  }
  void sample(const Moment& moment) override;
  [[nodiscard]] const char* consequence() const override {
    return "these samples wait for the next try";
  }
  [[nodiscard]] std::string failure() const override { return table_ ? table_->failure() : ""; }
  [[nodiscard]] bool waits() const override { return waits_; }
  void flush() override;

 private:
  /// A quantity of the probe, as of now. Collective.
  [[nodiscard]] std::span<const double> field(const std::string& name, double time);
  void add_rows(const Moment& moment);
  [[nodiscard]] io::SampleSeries::Layout layout() const;

  cases::ProbeCase probe_;
  Solution solution_;
  OutputQuantities& quantities_;
  std::vector<space::Interpolation::Point> points_;  ///< on rank 0
  space::Interpolation interpolation_;
  std::vector<double> values_;  ///< on rank 0, [quantity][point]
  std::optional<SampleTable> table_;
  std::optional<io::SampleSeries> series_;
  bool waits_ = false;
};

io::SampleSeries::Layout Probe::layout() const {
  io::SampleSeries::Layout layout{probe_.name, probe_.quantities, probe_.places.shape(), {}};
  for (std::size_t d = 0; d < 3; ++d) {
    auto& place = layout.places.emplace_back(std::string(1, "xyz"[d]), probe_.places.shape(),
                                             std::vector<double>());
    for (const auto& point : points_) place.values.push_back(point[d]);
  }
  return layout;
}

void Probe::begin_run(const RunStart& start) {
  const auto& communicator = solution_.space.communicator();
  io::make_folder(start.folder.probes(), communicator);
  if (!probe_.is_table) {
    series_.emplace(start.folder.probes(), layout(), communicator);
    if (start.resumed_step) series_->resume(*start.resumed_step);
    return;
  }
  table_.emplace(start.folder.probes() / fmt::format("{}.csv", probe_.name),
                 fmt::format("step,time,point,x,y,z,{}", fmt::join(probe_.quantities, ",")),
                 start.resumed_step, communicator);
}

std::span<const double> Probe::field(const std::string& name, double time) {
  const auto& state = solution_.state;
  for (int d = 0; d < 3; ++d)
    if (name == std::string(1, "uvw"[d])) return state["velocity"].now(d);
  if (const auto* field = state.find(name == "p" ? "pressure" : name)) return field->now();
  return std::ranges::find(quantities_.evaluate(0, time), name, &OutputQuantities::Quantity::name)
      ->values;
}

void Probe::sample(const Moment& moment) {
  for (std::size_t i = 0; i < probe_.quantities.size(); ++i)
    interpolation_.evaluate(field(probe_.quantities[i], moment.report.time),
                            std::span(values_).subspan(i * points_.size(), points_.size()));
  if (table_) add_rows(moment);
  if (series_ && series_->add(moment.report.step, moment.report.time, values_)) flush();
}

void Probe::flush() {
  if (table_) table_->flush();
  if (!series_) return;
  waits_ = true;
  series_->flush();
  waits_ = false;
}

void Probe::add_rows(const Moment& moment) {
  for (std::size_t q = 0; q < points_.size(); ++q) {
    std::string row = fmt::format("{},{},{},{}", moment.report.step, moment.report.time, q,
                                  fmt::join(points_[q], ","));
    for (std::size_t i = 0; i < probe_.quantities.size(); ++i)
      row += fmt::format(",{}", values_[i * points_.size() + q]);
    table_->add(row);
  }
}

ObserverList observe(const ObserverContext& context) {
  ObserverList probes;
  const auto& asked = context.solution.the_case.probes;
  if (asked.empty()) return probes;
  const space::ElementSearch search(context.solution.space);
  for (const auto& probe : asked) probes.push_back(std::make_unique<Probe>(probe, context, search));
  return probes;
}

}  // namespace

Resident probes() { return {.observe = observe}; }

}  // namespace lobatto::residents
