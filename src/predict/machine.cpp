#include "predict/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "case/document/document.hpp"
#include "case/document/problems.hpp"
#include "case/document/section.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/schema_check.hpp"
#include "case/schema/table.hpp"

namespace lobatto::predict {

namespace {

using cases::KeyMember;
using cases::Kind;
using cases::Table;

constexpr cases::Range seconds{0, 1e6};                 // of a message
constexpr cases::Range rate{1e-9, 1e12};                // GB/s or GFLOP/s
constexpr cases::Range rate_part{0, 1e6, true, false};  // work that no region counts is a guess

Table<Machine::Description> machine_table() {
  using T = Machine::Description;
  return {
      {.path = "machine", .required = true, .description = "What it is"},
      {{&T::name, {.path = "machine.name", .required = true, .example = "\"XC40\""}},
       {&T::topology, {.path = "machine.topology", .example = "\"dragonfly\""}},
       {&T::cores_per_node,
        {.path = "machine.cores_per_node",
         .required = true,
         .range = cases::counting_things,
         .example = "32"}},
       {&T::nodes, {.path = "machine.nodes", .range = cases::counting_things}},
       {&T::nodes_per_group, {.path = "machine.nodes_per_group", .range = cases::counting_things}},
       {&T::source, {.path = "machine.source", .example = "\"measured on 2026-11-24\""}}}};
}

Table<Machine::Core> core_table() {
  using T = Machine::Core;
  return {{.path = "core", .required = true, .description = "Rates of a core while all work"},
          {{&T::stream_gbs,
            {.path = "core.stream_gbs", .required = true, .range = rate, .example = "3.7"}},
           {&T::peak_gflops,
            {.path = "core.peak_gflops", .required = true, .range = rate, .example = "34.9"}},
           {&T::fraction, {.path = "core.fraction", .range = rate_part}}}};
}

Table<Machine::Spread> spread_table() {
  using T = Machine::Spread;
  return {{.path = "spread", .description = "Relative standard deviations"},
          {{&T::cores, {.path = "spread.cores", .range = {0, 1}}},
           {&T::regions, {.path = "spread.regions", .range = {0, 1}}}}};
}

Table<Network> network_table(const std::string& name, bool required) {
  return {{.path = name, .required = required, .description = "How messages travel"},
          {{&Network::latency,
            {.path = name + ".latency", .required = true, .range = seconds, .example = "1.3e-6"}},
           {&Network::overhead, {.path = name + ".overhead", .range = seconds}},
           {&Network::bandwidth_gbs,
            {.path = name + ".bandwidth_gbs", .required = true, .range = rate, .example = "10"}}}};
}

Table<MeasuredReduction> reduction_table() {
  using T = MeasuredReduction;
  return {
      {.path = "reduction", .description = "A reduction that was measured"},
      {{&T::seconds,
        {.path = "reduction.seconds",
         .required = true,
         .range = {1e-12, 1e6},
         .example = "83.5e-6"}},
       {&T::ranks,
        {.path = "reduction.ranks", .required = true, .range = {2, 1e9}, .example = "294912"}}}};
}

Table<RegionFraction> region_table() {
  using T = RegionFraction;
  return {
      {.path = "region[]", .kind = Kind::table_list, .description = "What regions reach"},
      {{&T::name, {.path = "region[].name", .required = true, .example = "\"advection\""}},
       {&T::order, {.path = "region[].order", .required = true, .range = {1, 31}, .example = "7"}},
       {&T::fraction,
        {.path = "region[].fraction", .required = true, .range = rate_part, .example = "0.4"}}}};
}

Table<FatTreeLevel> fat_tree_table() {
  using T = FatTreeLevel;
  return {{.path = "fat_tree[]",
           .kind = Kind::table_list,
           .description = "A level of a fat tree, from the nodes upwards; for --simgrid"},
          {{&T::below,
            {.path = "fat_tree[].below",
             .required = true,
             .range = cases::counting_things,
             .example = "16"}},
           {&T::above, {.path = "fat_tree[].above", .range = cases::counting_things}},
           {&T::cables, {.path = "fat_tree[].cables", .range = cases::counting_things}}}};
}

Table<Dragonfly> dragonfly_table() {
  using T = Dragonfly;
  const auto number = [](const char* path, const char* example) {
    return cases::Key{
        .path = path, .required = true, .range = cases::counting_things, .example = example};
  };
  const auto speed = [](const char* path, const char* example) {
    return cases::Key{.path = path, .required = true, .range = rate, .example = example};
  };
  return {{.path = "dragonfly", .description = "Routers and their links; for --simgrid"},
          {{&T::chassis, number("dragonfly.chassis", "6")},
           {&T::routers, number("dragonfly.routers", "16")},
           {&T::nodes, number("dragonfly.nodes", "4")},
           {&T::chassis_gbs, speed("dragonfly.chassis_gbs", "5.25")},
           {&T::group_gbs, speed("dragonfly.group_gbs", "15.75")},
           {&T::between_gbs, speed("dragonfly.between_gbs", "40")}}};
}

/// That the platform has the nodes of the machine.
void check_platform(const Machine& machine, const cases::Section& root) {
  const auto& m = machine.machine;
  if (!machine.fat_tree.empty() && machine.dragonfly)
    root.report("dragonfly", "expected a fat tree or a dragonfly, not both");
  double n_leaves = 1;
  for (const auto& level : machine.fat_tree) n_leaves *= level.below;
  if (!machine.fat_tree.empty() && n_leaves < m.nodes)
    root.report(
        "fat_tree",
        fmt::format("its levels join {} nodes (the product of all `below`), expected the {} "
                    "of machine.nodes at least",
                    n_leaves, m.nodes));
  if (const auto& d = machine.dragonfly)
    if (const double of_group = 1.0 * d->chassis * d->routers * d->nodes;
        of_group != m.nodes_per_group)
      root.report("dragonfly",
                  fmt::format("a group has {} nodes (chassis times routers times nodes), "
                              "expected the {} of machine.nodes_per_group",
                              of_group, m.nodes_per_group));
}

template <class T>
void add_keys(const Table<T>& table, cases::Schema& schema) {
  schema.keys.insert(schema.keys.end(), table.keys().begin(), table.keys().end());
}

cases::Schema machine_schema() {
  cases::Schema schema;
  add_keys(machine_table(), schema);
  add_keys(core_table(), schema);
  add_keys(spread_table(), schema);
  add_keys(network_table("in_node", true), schema);
  add_keys(network_table("between_nodes", false), schema);
  add_keys(network_table("between_groups", false), schema);
  add_keys(reduction_table(), schema);
  add_keys(region_table(), schema);
  add_keys(fat_tree_table(), schema);
  add_keys(dragonfly_table(), schema);
  return schema;
}

std::string network_text(const std::string& name, const Network& network) {
  return fmt::format("\n[{}]\nlatency = {:.4g}\noverhead = {:.4g}\nbandwidth_gbs = {:.4g}\n", name,
                     network.latency, network.overhead, network.bandwidth_gbs);
}

std::string platform_text(const Machine& m) {
  std::string text;
  for (const auto& level : m.fat_tree)
    text += fmt::format("\n[[fat_tree]]\nbelow = {}\nabove = {}\ncables = {}\n", level.below,
                        level.above, level.cables);
  if (const auto& d = m.dragonfly)
    text += fmt::format(
        "\n[dragonfly]\nchassis = {}\nrouters = {}\nnodes = {}\nchassis_gbs = {:.4g}\n"
        "group_gbs = {:.4g}\nbetween_gbs = {:.4g}\n",
        d->chassis, d->routers, d->nodes, d->chassis_gbs, d->group_gbs, d->between_gbs);
  return text;
}

}  // namespace

std::optional<double> Machine::fraction_of(const std::string& region, int order) const {
  std::optional<double> found;
  int nearest = std::numeric_limits<int>::max();
  for (const auto& known : regions) {
    const int distance = std::abs(known.order - order);
    if (known.name != region || distance >= nearest) continue;
    nearest = distance;
    found = known.fraction;
  }
  return found;
}

double Machine::seconds(const kernels::Cost& cost, double fraction) const {
  return std::max(cost.bytes / core.stream_gbs, cost.flops / core.peak_gflops) * 1e-9 / fraction;
}

Machine parse_machine(const std::string& text, const std::string& file) {
  cases::Problems problems;
  cases::Value document = cases::parse_document(text, file);
  cases::TableFiles no_files(std::filesystem::path(file).parent_path(), cases::read_table_text);
  check_schema(document, machine_schema(), {}, {}, no_files, problems);
  const auto root = cases::Section::root(document, problems);
  Machine machine;
  machine_table().read_below(root, machine.machine);
  core_table().read_below(root, machine.core);
  spread_table().read_below(root, machine.spread);
  network_table("in_node", true).read_below(root, machine.in_node);
  network_table("between_nodes", false).read_below(root, machine.between_nodes);
  network_table("between_groups", false).read_below(root, machine.between_groups);
  reduction_table().read_below(root, machine.reduction);
  region_table().read_below(root, machine.regions);
  fat_tree_table().read_below(root, machine.fat_tree);
  dragonfly_table().read_below(root, machine.dragonfly);
  if (machine.machine.nodes > 1 && !root.has("between_nodes"))
    root.report("between_nodes", "missing; a machine of several nodes has a network");
  if (machine.between_groups && machine.machine.nodes_per_group < 2)
    root.report("between_groups", "needs machine.nodes_per_group, two at least");
  check_platform(machine, root);
  problems.throw_if_any();
  return machine;
}

Machine read_machine(const std::filesystem::path& file) {
  return parse_machine(cases::read_text(file), file.string());
}

std::string machine_text(const Machine& m) {
  std::string text = fmt::format(
      "[machine]\nname = \"{}\"\ntopology = \"{}\"\ncores_per_node = {}\nnodes = {}\n"
      "nodes_per_group = {}\nsource = \"{}\"\n",
      m.machine.name, m.machine.topology, m.machine.cores_per_node, m.machine.nodes,
      m.machine.nodes_per_group, m.machine.source);
  text += fmt::format(
      "\n[core]\nstream_gbs = {:.4g}\npeak_gflops = {:.4g}\nfraction = {:.3g}\n"
      "\n[spread]\ncores = {:.3g}\nregions = {:.3g}\n",
      m.core.stream_gbs, m.core.peak_gflops, m.core.fraction, m.spread.cores, m.spread.regions);
  text += network_text("in_node", m.in_node);
  if (m.between_nodes) text += network_text("between_nodes", *m.between_nodes);
  if (m.between_groups) text += network_text("between_groups", *m.between_groups);
  if (m.reduction)
    text += fmt::format("\n[reduction]\nseconds = {:.4g}\nranks = {}\n", m.reduction->seconds,
                        m.reduction->ranks);
  text += platform_text(m);
  for (const auto& region : m.regions)
    text += fmt::format("\n[[region]]\nname = \"{}\"\norder = {}\nfraction = {:.4g}\n", region.name,
                        region.order, region.fraction);
  return text;
}

}  // namespace lobatto::predict
