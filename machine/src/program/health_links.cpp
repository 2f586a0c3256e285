#include "program/health.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "comm/agreement/agreed_fault.hpp"
#include "io/text_file.hpp"
#include "machine/links/link_changes.hpp"
#include "machine/links/link_trial.hpp"
#include "machine/results/report.hpp"
#include "program/health_output.hpp"
#include "program/topology_file.hpp"
#include "run/records/terminal.hpp"

namespace lobatto::program {

namespace {

using Json = nlohmann::ordered_json;

void print_slow(const machine::Report& report, const std::vector<machine::SlowLink>& slow,
                double below) {
  if (slow.empty()) {
    fmt::print("\nno link is more than {:g} % under its class\n", below);
    return;
  }
  fmt::print("\nmore than {:g} % under their class:\n", below);
  for (const auto& link : slow)
    fmt::print("  {}: {:.4g} GB/s, {:.0f} % under the {:.4g} GB/s that are usual of {}\n",
               report.machine.name_of(link.site.rank, link.site.partner), link.site.value(),
               100 * (1 - link.site.value() / link.usual), link.usual, link.link_class);
  for (const auto& host : suspected_hosts(report, slow))
    fmt::print("  most links of {} are slow: look at that node\n", host);
}

/// Which link, and what it can do.
Json link_as_json(const machine::Allocation& machine, const std::string& link_class,
                  const machine::Site& link) {
  return {{"class", link_class},
          {"rank", link.rank},
          {"partner", link.partner},
          {"host", machine.seats[link.rank].host},
          {"partner_host", machine.seats[link.partner].host},
          {"gbs", link.value()}};
}

Json slow_as_json(const machine::Allocation& machine, const std::vector<machine::SlowLink>& slow) {
  Json rows = Json::array();
  for (const auto& link : slow) {
    rows.push_back(link_as_json(machine, link.link_class, link.site));
    rows.back()["usual_gbs"] = link.usual;
  }
  return rows;
}

void print_worse(const machine::LinkChanges& changes, const machine::Allocation& machine,
                 double below) {
  constexpr std::size_t n_shown = 20;
  if (!changes.note.empty()) {
    fmt::print("  links are not compared one by one: {}\n", changes.note);
    return;
  }
  fmt::print("  {} links compared one by one, {} worse by more than {:g} %\n", changes.n_compared,
             changes.worse.empty() ? "none" : fmt::format("{}", changes.worse.size()), below);
  if (changes.n_new > 0) fmt::print("  {} links are not in the baseline\n", changes.n_new);
  for (std::size_t i = 0; i < std::min(n_shown, changes.worse.size()); ++i) {
    const auto& [link_class, link, before] = changes.worse[i];
    fmt::print("    {}: {:.4g} GB/s was {:.4g} GB/s, {:+.0f} %, {}\n",
               machine.name_of(link.rank, link.partner), link.value(), before,
               100 * (link.value() / before - 1), link_class);
  }
  if (changes.worse.size() > n_shown)
    fmt::print("    and {} more\n", changes.worse.size() - n_shown);
}

Json worse_as_json(const machine::LinkChanges& changes, const machine::Allocation& machine) {
  Json rows = Json::array();
  for (const auto& change : changes.worse) {
    rows.push_back(link_as_json(machine, change.link_class, change.link));
    rows.back()["before_gbs"] = change.before;
  }
  Json json{{"compared", changes.n_compared}, {"new", changes.n_new}, {"worse", rows}};
  if (!changes.note.empty()) json["note"] = changes.note;
  return json;
}

/// Against the baseline, if there is one, classes and links.
void tell_changes(const machine::Report& report, const HealthBaselines& baselines, double below,
                  Json& json) {
  if (baselines.before() == nullptr) return;
  baselines.tell_changes(report, json);
  const auto changes = compare_links(report, *baselines.before(), below / 100);
  print_worse(changes, report.machine, below);
  json["link_changes"] = worse_as_json(changes, report.machine);
}

}  // namespace

int health_links_command(const HealthLinksOptions& options,
                         const comm::Communicator& communicator) {
  machine::Topology topology;
  HealthBaselines baselines;
  comm::on_all(communicator, [&] {
    baselines = HealthBaselines(options.baselines);
    if (options.topology_file) topology = read_topology(*options.topology_file);
  });
  machine::LinkLimits limits;
  limits.share = std::min(limits.share, options.below / 100);
  const auto report = machine::measure_links(communicator, topology, options.budget, limits,
                                             health_progress(options.budget));
  const auto slow = machine::slow_links(report, options.below / 100);
  Json json;
  if (communicator.rank() == 0) {
    end_health_progress();
    print_machine(report.machine);
    fmt::print("\n{}", format_table(report, false));
    json = health_document(report, {});
    tell_changes(report, baselines, options.below, json);
    print_slow(report, slow, options.below);
    fmt::print("\n{:.1f} s of {:g} s\n", report.seconds, report.budget);
    std::fflush(stdout);
    json["below_percent"] = options.below;
    json["slow_links"] = slow_as_json(report.machine, slow);
    json["suspected_hosts"] = suspected_hosts(report, slow);
  }
  if (options.json_file) io::write_json(*options.json_file, json, communicator);
  baselines.save(json, communicator);
  return communicator.max(slow.empty() ? 0.0 : 1.0) > 0 ? 1 : 0;
}

}  // namespace lobatto::program
