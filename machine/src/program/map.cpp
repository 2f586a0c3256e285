#include "program/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/text_file.hpp"
#include "machine/placement/node_list.hpp"
#include "machine/placement/rank_placement.hpp"
#include "plan/describe.hpp"
#include "run/command_line.hpp"

namespace lobatto::program {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Of a profile what a placement needs.
struct Profile {
  fs::path file;
  std::vector<std::string> hosts;  ///< of each rank
  double steps = 0;
  machine::RankTraffic traffic;
};

Profile read_profile(const fs::path& path) {
  Profile profile;
  std::error_code ignored;
  profile.file = fs::is_directory(path, ignored) ? path / "mpi_profile.json" : path;
  if (!path.empty() && fs::status(profile.file, ignored).type() == fs::file_type::not_found)
    throw base::Error(fmt::format(
        "{}: there is no such file; lobatto run CASE --profile mpi leaves it in the run folder",
        profile.file.string()));
  const std::string text = base::read_input(profile.file);
  try {
    const Json json = Json::parse(text);
    if (json.value("format", "") != "lobatto-mpi-profile")
      throw base::Error(fmt::format("{}: format is '{}', expected 'lobatto-mpi-profile'",
                                    profile.file.string(), json.value("format", "")));
    profile.hosts = json.at("hosts").get<std::vector<std::string>>();
    profile.steps = json.at("steps").get<double>();
    const auto& matrix = json.at("matrix");
    std::vector<machine::RankFlow> flows;
    for (std::size_t i = 0; i < matrix.at("bytes").size(); ++i)
      flows.push_back(
          {matrix.at("rank_from").at(i), matrix.at("rank_to").at(i), matrix.at("bytes").at(i)});
    profile.traffic = machine::sum_of_flows(json.at("ranks"), flows);
  } catch (const nlohmann::json::exception& error) {
    throw base::Error(fmt::format("{}: {}", profile.file.string(), error.what()));
  }
  if (static_cast<int>(profile.hosts.size()) != profile.traffic.n_ranks())
    throw base::Error(fmt::format("{}: {} hosts of {} ranks", profile.file.string(),
                                  profile.hosts.size(), profile.traffic.n_ranks()));
  return profile;
}

/// The nodes on which the profile was made, with as many slots as they had ranks.
std::vector<machine::Node> nodes_of(const Profile& profile) {
  std::vector<machine::Node> nodes;
  for (const auto& host : profile.hosts) {
    const auto known = std::ranges::find(nodes, host, &machine::Node::name);
    if (known != nodes.end())
      ++known->slots;
    else
      nodes.push_back({host, 1});
  }
  return nodes;
}

std::vector<machine::Node> chosen_nodes(const MapOptions& options, const Profile& profile) {
  if (!options.nodes) {
    auto nodes = nodes_of(profile);
    if (options.slots)
      for (auto& node : nodes) node.slots = *options.slots;
    return nodes;
  }
  // Names may be too long for a file.
  if (std::error_code ignored; fs::exists(*options.nodes, ignored))
    return machine::read_nodes(*options.nodes, options.slots.value_or(1));
  std::vector<machine::Node> nodes;
  std::set<std::string> known;
  for (const auto& name : machine::expand_names(*options.nodes)) {
    if (!known.insert(name).second)
      throw base::Error(fmt::format("--nodes: {} is there twice", name));
    nodes.push_back({name, options.slots.value_or(1)});
  }
  return nodes;
}

struct Placement {
  std::vector<machine::Node> nodes;
  std::vector<int> before, after;
};

/// Before: as the ranks lay where the nodes are those of the profile, else filled in order.
Placement place(const MapOptions& options, const Profile& profile) {
  Placement placement{chosen_nodes(options, profile), {}, {}};
  std::vector<int> slots;
  for (const auto& node : placement.nodes) slots.push_back(node.slots);
  placement.before = machine::fill_in_order(profile.traffic.n_ranks(), slots);
  if (!options.nodes && !options.slots)
    for (std::size_t rank = 0; rank < profile.hosts.size(); ++rank)
      placement.before[rank] = static_cast<int>(
          std::ranges::find(placement.nodes, profile.hosts[rank], &machine::Node::name) -
          placement.nodes.begin());
  placement.after = machine::place_ranks(profile.traffic, placement.before);
  return placement;
}

/// A line per rank: its node, and its place among the ranks there in ascending order.
std::string rankfile_text(const Placement& placement) {
  std::string text;
  std::vector<int> next(placement.nodes.size(), 0);
  for (std::size_t rank = 0; rank < placement.after.size(); ++rank) {
    const int node = placement.after[rank];
    text += fmt::format("rank {}={} slot={}\n", rank, placement.nodes[node].name, next[node]++);
  }
  return text;
}

std::string hostfile_text(const Placement& placement) {
  std::string text;
  for (const int node : placement.after) text += fmt::format("{}\n", placement.nodes[node].name);
  return text;
}

Json row_of(const machine::NodeTraffic& traffic, double total, double steps) {
  return {{"bytes_between_nodes", traffic.between_nodes},
          {"bytes_between_nodes_per_step", steps > 0 ? traffic.between_nodes / steps : 0.0},
          {"share", total > 0 ? traffic.between_nodes / total : 0.0},
          {"bytes_of_worst_node", traffic.worst_node}};
}

Json report_of(const Profile& profile, const Placement& placement) {
  double total = 0;
  for (const auto& partner : profile.traffic.partners) total += 0.5 * partner.bytes;
  const auto row = [&](const std::vector<int>& node_of_rank) {
    return row_of(machine::traffic_between_nodes(profile.traffic, node_of_rank), total,
                  profile.steps);
  };
  Json names = Json::array();
  for (const int node : placement.after) names.push_back(placement.nodes[node].name);
  return {{"profile", profile.file.string()},
          {"ranks", profile.traffic.n_ranks()},
          {"nodes", placement.nodes.size()},
          {"bytes", total},
          {"before", row(placement.before)},
          {"after", row(placement.after)},
          {"node_of_rank", names}};
}

void print_placement(const Json& report) {
  fmt::print("{} on {}; point to point {:.3f} MB in all\n\n",
             plan::counted(report["ranks"].get<int>(), "rank"),
             plan::counted(report["nodes"].get<int>(), "node"),
             1e-6 * report["bytes"].get<double>());
  fmt::print("  {:<10} {:>20} {:>16} {:>9} {:>24}\n", "placement", "between nodes, MB",
             "MB per step", "share", "most of one node, MB");
  for (const char* key : {"before", "after"}) {
    const auto& row = report[key];
    fmt::print("  {:<10} {:>20.3f} {:>16.4f} {:>7.1f} % {:>24.3f}\n", key,
               1e-6 * row["bytes_between_nodes"].get<double>(),
               1e-6 * row["bytes_between_nodes_per_step"].get<double>(),
               100 * row["share"].get<double>(), 1e-6 * row["bytes_of_worst_node"].get<double>());
  }
  if (report["before"] == report["after"])
    fmt::print("\nNo better placement was found: the ranks can stay where they are.\n");
}

void write_new(const fs::path& file, const std::string& text, const std::string& use) {
  base::require_output(file);
  if (std::error_code ignored; fs::exists(file, ignored))
    throw base::Error(fmt::format("{} is there already, and is not overwritten", file.string()));
  io::write_text(file, text);
  fmt::print("\n{}: {}\n", file.string(), use);
}

}  // namespace

void add_map(CLI::App& app, MapOptions& options) {
  auto* map = app.add_subcommand(
      "map", "Where to put the ranks of a run so that little is sent between nodes");
  map->footer(
      "Examples:\n"
      "  lobatto map runs/duct --nodes hosts.txt --rankfile ranks.txt\n"
      "  lobatto map runs/duct --nodes 'n[001-004]' --slots 64 --hostfile hosts-in-order.txt\n"
      "Takes what ranks sent each other from mpi_profile.json, which lobatto run CASE --profile "
      "mpi "
      "leaves\n"
      "in the run folder. Without --nodes the ranks stay on the nodes of that run. "
      "machine/docs/rank-placement.md\n"
      "tells how to start a run with the files.");
  map->add_option("profile", options.profile, "Run folder, or its mpi_profile.json")->required();
  map->add_option("--nodes", options.nodes,
                  "Host file (a name a line, slots=N), or names: n[001-004],m1")
      ->type_name("FILE|NAMES");
  map->add_option("--slots", options.slots,
                  "Ranks per node, or per line of the file, where nothing is said (default 1)")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  map->add_option("--rankfile", options.rankfile, "Write a rank file of Open MPI")
      ->type_name("FILE");
  map->add_option("--hostfile", options.hostfile, "Write the host of each rank, for SLURM_HOSTFILE")
      ->type_name("FILE");
  run::add_json_option(*map, options.json_file, "report");
}

int map_command(const MapOptions& options, const comm::Communicator& communicator) {
  Json report;
  comm::on_root(communicator, [&] {
    const auto profile = read_profile(options.profile);
    const auto placement = place(options, profile);
    report = report_of(profile, placement);
    print_placement(report);
    if (options.rankfile)
      write_new(*options.rankfile, rankfile_text(placement),
                fmt::format("mpirun -n {} --rankfile {} lobatto run ...", profile.traffic.n_ranks(),
                            options.rankfile->string()));
    if (options.hostfile)
      write_new(*options.hostfile, hostfile_text(placement),
                fmt::format("SLURM_HOSTFILE={} srun -n {} --distribution=arbitrary lobatto run ...",
                            options.hostfile->string(), profile.traffic.n_ranks()));
  });
  if (options.json_file) io::write_json(*options.json_file, report, communicator);
  return 0;
}

}  // namespace lobatto::program
