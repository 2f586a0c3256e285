#include "app/health_links_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "app/health_output.hpp"
#include "app/put_text.hpp"
#include "app/topology_file.hpp"
#include "health/link_trial.hpp"
#include "health/report_json.hpp"
#include "health/report_table.hpp"
#include "io/collective.hpp"
#include "io/text_file.hpp"

namespace lobatto::app {

namespace {

using Json = nlohmann::ordered_json;

void print_slow(const health::Report& report, const std::vector<health::SlowLink>& slow,
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

Json slow_as_json(const health::Report& report, const std::vector<health::SlowLink>& slow) {
  Json rows = Json::array();
  for (const auto& link : slow)
    rows.push_back({{"class", link.link_class},
                    {"rank", link.site.rank},
                    {"partner", link.site.partner},
                    {"host", report.machine.seats[link.site.rank].host},
                    {"partner_host", report.machine.seats[link.site.partner].host},
                    {"gbs", link.site.value()},
                    {"usual_gbs", link.usual}});
  return rows;
}

}  // namespace

int health_links_command(const HealthLinksOptions& options,
                         const comm::Communicator& communicator) {
  health::Topology topology;
  HealthBaselines baselines;
  io::on_all(communicator, [&] {
    baselines = HealthBaselines(options.baselines);
    if (options.topology_file) topology = read_topology(*options.topology_file);
  });
  const auto report = health::measure_links(communicator, topology, options.budget,
                                            health_progress(options.budget));
  const auto slow = health::slow_links(report, options.below / 100);
  Json json;
  if (communicator.rank() == 0) {
    end_health_progress();
    print_machine(report.machine);
    fmt::print("\n{}", format_table(report, false));
    json = health_head();
    json.update(as_json(report, {}));
    baselines.tell_changes(report, json);
    print_slow(report, slow, options.below);
    fmt::print("\n{:.1f} s of {:g} s\n", report.seconds, report.budget);
    std::fflush(stdout);
    json["below_percent"] = options.below;
    json["slow_links"] = slow_as_json(report, slow);
    json["suspected_hosts"] = suspected_hosts(report, slow);
  }
  if (options.json_file) io::write_json(*options.json_file, json, communicator);
  baselines.save(json, communicator);
  return communicator.max(slow.empty() ? 0.0 : 1.0) > 0 ? 1 : 0;
}

}  // namespace lobatto::app
