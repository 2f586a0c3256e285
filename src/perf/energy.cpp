#include "perf/energy.hpp"

#include <fmt/format.h>

#include <fstream>
#include <optional>
#include <system_error>

namespace lobatto::perf {
namespace {

namespace fs = std::filesystem;

std::optional<double> reading_of(const fs::path& file) {
  std::ifstream stream(file);
  double number = 0;
  if (stream >> number) return number;
  return std::nullopt;
}

/// Sockets and their memory. "core" and "uncore" are parts of a socket, "psys" holds all of them,
/// and zones of the other interface (intel-rapl-mmio) are the same sockets again.
bool is_counted(const fs::path& zone) {
  if (!zone.filename().string().starts_with("intel-rapl:")) return false;
  std::string name;
  std::ifstream(zone / "name") >> name;
  return name.starts_with("package") || name == "dram";
}

}  // namespace

std::string format_energy(const EnergyUse& use, long long steps, double time) {
  if (!use.why_not.empty()) return fmt::format("energy: not available: {}", use.why_not);
  std::string text = fmt::format("energy: {:.4g} J on {} node{}", use.joules, use.n_nodes,
                                 use.n_nodes == 1 ? "" : "s");
  if (steps > 0)
    text += fmt::format(", {:.4g} J per step", use.joules / static_cast<double>(steps));
  if (time > 0) text += fmt::format(", {:.4g} J per time unit", use.joules / time);
  return text;
}

EnergyMeter::EnergyMeter(const comm::Communicator& communicator, const fs::path& root)
    : reads_(communicator.split_by_node().rank() == 0), asks_slurm_(communicator.rank() == 0) {
  if (reads_) find_zones(root);
}

void EnergyMeter::find_zones(const fs::path& root) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root, error)) {
    if (!is_counted(entry.path())) continue;
    const fs::path counter = entry.path() / "energy_uj";
    const auto range = reading_of(entry.path() / "max_energy_range_uj");
    if (!reading_of(counter) || !range) {
      why_not_ = fmt::format("{} cannot be read", counter.string());
      zones_.clear();
      return;
    }
    zones_.push_back({counter, *range, 0});
  }
  if (zones_.empty()) why_not_ = fmt::format("no RAPL counters under {}", root.string());
}

void EnergyMeter::start() {
  update();
  joules_ = 0;
  if (asks_slurm_ && zones_.empty()) slurm_ = read_slurm_energy();
}

void EnergyMeter::stop() {
  update();
  if (!slurm_.joules) return;
  const double before = *slurm_.joules;
  slurm_ = read_slurm_energy();
  if (slurm_.joules) *slurm_.joules -= before;
}

void EnergyMeter::update() {
  for (Zone& zone : zones_) {
    const auto now = reading_of(zone.counter);
    if (!now) {
      why_not_ = fmt::format("{} could not be read any more", zone.counter.string());
      zones_.clear();
      return;
    }
    double used = *now - zone.last;
    if (used < 0) used += zone.range;
    joules_ += 1e-6 * used;
    zone.last = *now;
  }
}

EnergyUse EnergyMeter::use(const comm::Communicator& communicator) const {
  const int n_nodes = static_cast<int>(communicator.sum(reads_ ? 1.0 : 0.0));
  const auto fails = communicator.max_location(why_not_.empty() ? 0.0 : 1.0);
  if (fails.value == 0) return {communicator.sum(joules_), n_nodes, {}};
  const double of_slurm = communicator.max(slurm_.joules.value_or(-1.0));
  if (of_slurm >= 0) return {of_slurm, n_nodes, {}, "slurm"};
  std::string why_not = why_not_, why_not_slurm = slurm_.why_not;
  communicator.broadcast(why_not, fails.rank);
  communicator.broadcast(why_not_slurm, 0);
  if (!why_not_slurm.empty()) why_not += "; " + why_not_slurm;
  return {0, n_nodes, why_not};
}

}  // namespace lobatto::perf
