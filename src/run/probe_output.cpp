#include "run/probe_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "run/probe_search.hpp"

namespace lobatto::run {

ProbeOutput::ProbeOutput(const cases::ProbeCase& probe, const Simulation& simulation,
                         const space::ElementSearch& search)
    : probe_(probe),
      simulation_(simulation),
      points_(points_on_root(probe, simulation.space().communicator())),
      interpolation_(interpolation_of(simulation.space(), search, points_)),
      values_(points_.size() * probe.quantities.size()) {
  for (const auto& quantity : simulation.the_case().quantities)
    if (std::ranges::find(probe_.quantities, quantity.name) != probe_.quantities.end())
      needs_quantities_ = true;
}

io::SampleSeries::Layout ProbeOutput::layout() const {
  io::SampleSeries::Layout layout{probe_.name, probe_.quantities, probe_.places.shape(), {}};
  for (std::size_t d = 0; d < 3; ++d) {
    auto& place = layout.places.emplace_back(std::string(1, "xyz"[d]), probe_.places.shape(),
                                             std::vector<double>());
    for (const auto& point : points_) place.values.push_back(point[d]);
  }
  return layout;
}

void ProbeOutput::begin_run(const std::filesystem::path& folder,
                            std::optional<long long> resumed_step) {
  const auto& communicator = simulation_.space().communicator();
  if (!probe_.is_table) {
    series_.emplace(folder, layout(), communicator);
    if (resumed_step) series_->resume(*resumed_step);
    return;
  }
  table_.emplace(folder / fmt::format("{}.csv", probe_.name),
                 fmt::format("step,time,point,x,y,z,{}", fmt::join(probe_.quantities, ",")),
                 resumed_step, communicator);
}

std::span<const double> ProbeOutput::field(
    const std::string& name, const std::vector<OutputQuantities::Quantity>& quantities) const {
  const auto& state = simulation_.state();
  for (int d = 0; d < 3; ++d)
    if (name == std::string(1, "uvw"[d])) return state["velocity"].now(d);
  if (const auto* field = state.find(name == "p" ? "pressure" : name)) return field->now();
  return std::ranges::find(quantities, name, &OutputQuantities::Quantity::name)->values;
}

void ProbeOutput::sample(const std::vector<OutputQuantities::Quantity>& quantities,
                         bool& wants_flush) {
  for (std::size_t i = 0; i < probe_.quantities.size(); ++i)
    interpolation_.evaluate(field(probe_.quantities[i], quantities),
                            std::span(values_).subspan(i * points_.size(), points_.size()));
  if (table_) add_rows();
  if (series_ && series_->add(simulation_.state().n_steps(), simulation_.state().time(), values_))
    wants_flush = true;
}

void ProbeOutput::add_rows() {
  for (std::size_t q = 0; q < points_.size(); ++q) {
    std::string row = fmt::format("{},{},{},{}", simulation_.state().n_steps(),
                                  simulation_.state().time(), q, fmt::join(points_[q], ","));
    for (std::size_t i = 0; i < probe_.quantities.size(); ++i)
      row += fmt::format(",{}", values_[i * points_.size() + q]);
    table_->add(row);
  }
}

void ProbeOutput::flush() {
  if (series_) series_->flush();
}

}  // namespace lobatto::run
