#include "predict/simgrid/platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace lobatto::predict {

namespace {

namespace s4u = simgrid::s4u;
using Hosts = std::vector<s4u::Host*>;

constexpr auto both_ways = s4u::Link::SharingPolicy::SPLITDUPLEX;

double node_bandwidth(const Machine& machine) {
  return 1e9 * (machine.between_nodes ? *machine.between_nodes : machine.in_node).bandwidth_gbs;
}

/// Work is not SimGrid's to count: any speed will do.
s4u::Host* add_host(s4u::NetZone* zone, unsigned long id) {
  return zone->create_host(fmt::format("n{}", id), 1.0)->seal();
}

/// For zones that ask for their nodes one after the other.
s4u::ClusterCallbacks hosts_into(Hosts& hosts) {
  return s4u::ClusterCallbacks(
      [&hosts](s4u::NetZone* zone, const std::vector<unsigned long>& /*place*/, unsigned long id) {
        hosts.push_back(add_host(zone, id));
        return std::pair<simgrid::kernel::routing::NetPoint*, simgrid::kernel::routing::NetPoint*>(
            hosts.back()->get_netpoint(), nullptr);
      });
}

Hosts one_switch(const Machine& machine, int n_nodes) {
  Hosts hosts;
  auto* zone = s4u::create_star_zone("machine");
  for (int node = 0; node < n_nodes; ++node) {
    auto* host = add_host(zone, node);
    const auto* cable =
        zone->create_split_duplex_link(fmt::format("cable{}", node), node_bandwidth(machine))
            ->seal();
    zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr,
                    {{cable, s4u::LinkInRoute::Direction::UP}}, true);
    hosts.push_back(host);
  }
  zone->seal();
  return hosts;
}

Hosts fat_tree(const Machine& machine) {
  std::vector<unsigned> below, above, cables;
  for (const FatTreeLevel& level : machine.fat_tree) {
    below.push_back(level.below);
    above.push_back(level.above);
    cables.push_back(level.cables);
  }
  Hosts hosts;
  s4u::create_fatTree_zone("machine", nullptr,
                           {static_cast<unsigned>(below.size()), below, above, cables},
                           hosts_into(hosts), node_bandwidth(machine), 0, both_ways)
      ->seal();
  return hosts;
}

/// SimGrid makes all links of a dragonfly alike, those of nodes too, and names them by their kind.
void set_bandwidths(const Dragonfly& dragonfly, const s4u::Engine& engine) {
  const std::pair<const char*, double> kinds[] = {{"green", dragonfly.chassis_gbs},
                                                  {"black", dragonfly.group_gbs},
                                                  {"blue", dragonfly.between_gbs}};
  for (s4u::Link* link : engine.get_all_links())
    for (const auto& [color, gbs] : kinds)
      if (link->get_name().starts_with(color)) link->set_bandwidth(1e9 * gbs);
}

Hosts dragonfly(const Machine& machine, int n_nodes) {
  const Dragonfly& d = *machine.dragonfly;
  const int of_group = d.chassis * d.routers * d.nodes;
  const int n_groups = (n_nodes + of_group - 1) / of_group;
  if (n_groups > d.routers)
    throw std::runtime_error(
        fmt::format("{} nodes are {} groups of a dragonfly; SimGrid has one link to each other "
                    "group at a router "
                    "of the first chassis, {} here: expected {} nodes at most",
                    n_nodes, n_groups, d.routers, d.routers * of_group));
  const auto of = [](int n) { return std::pair<unsigned, unsigned>(n, 1); };
  Hosts hosts;
  s4u::create_dragonfly_zone(
      "machine", nullptr,
      {of(n_groups), of(d.chassis), of(d.routers), static_cast<unsigned>(d.nodes)},
      hosts_into(hosts), node_bandwidth(machine), 0, both_ways)
      ->seal();
  set_bandwidths(d, *s4u::Engine::get_instance());
  return hosts;
}

}  // namespace

Hosts build_platform(const Machine& machine, int n_nodes) {
  if (!machine.fat_tree.empty()) return fat_tree(machine);
  if (machine.dragonfly) return dragonfly(machine, n_nodes);
  return one_switch(machine, n_nodes);
}

}  // namespace lobatto::predict
