#pragma once

#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/cost.hpp"

namespace lobatto::predict {

/// How messages travel within a node, between the nodes of a group, or between groups.
struct Network {
  double latency = 0;        ///< s
  double overhead = 0;       ///< s that a processor spends on a message, at each end
  double bandwidth_gbs = 0;  ///< of one rank within a node; else of a whole node

  bool operator==(const Network&) const = default;
};

/// The part of the machine's rate that a region of the step reaches at some order.
struct RegionFraction {
  std::string name;
  int order = 0;
  double fraction = 1;
};

/// Rounds of messages in which so many ranks reduce a number.
inline double reduction_rounds(double n_ranks) {
  return n_ranks > 1 ? std::ceil(std::log2(n_ranks)) : 0;
}

/// A reduction of one number that was measured, instead of one that is made of messages.
struct MeasuredReduction {
  double seconds = 0;
  int ranks = 2;

  /// By the rounds of a tree.
  [[nodiscard]] double seconds_among(int n_ranks) const {
    return seconds * reduction_rounds(n_ranks) / reduction_rounds(ranks);
  }
};

/// A level of a fat tree of switches, of which the lowest joins nodes. Every cable is as fast as
/// the network of a node.
struct FatTreeLevel {
  int below = 1;   ///< nodes, or switches of the level below, that a switch joins
  int above = 1;   ///< switches of this level that each of those is joined to
  int cables = 1;  ///< of each such connection
};

/// A dragonfly: routers of a chassis are joined each to each, so are those of the same place in the
/// chassis of a group, and groups.
struct Dragonfly {
  int chassis = 1;         ///< of a group
  int routers = 1;         ///< of a chassis
  int nodes = 1;           ///< of a router
  double chassis_gbs = 0;  ///< between two routers of a chassis, each way
  double group_gbs = 0;    ///< between two routers of a group
  double between_gbs = 0;  ///< between two groups
};

/// A machine as predictions see it, and as a machine file (TOML) describes it.
struct Machine {
  struct Description {
    std::string name;
    std::string topology = "unknown";
    int cores_per_node = 1;
    int nodes = 1;
    int nodes_per_group = 1;  ///< of a dragonfly; with Machine::between_groups
    std::string source;       ///< where the numbers are from
  };
  struct Core {
    double stream_gbs = 0;  ///< while all cores work
    double peak_gflops = 0;
    double fraction = 0.25;  ///< of regions that the file does not name
  };
  /// Relative standard deviations.
  struct Spread {
    double cores = 0;    ///< of the speeds of cores
    double regions = 0;  ///< of the time that a core takes for the same work again
  };

  Description machine;
  Core core;
  Spread spread;
  Network in_node;
  std::optional<Network> between_nodes;
  std::optional<Network> between_groups;  ///< none: as between nodes
  std::optional<MeasuredReduction> reduction;
  std::vector<RegionFraction> regions;
  std::vector<FatTreeLevel> fat_tree;  ///< from the nodes upwards; empty: no fat tree
  std::optional<Dragonfly> dragonfly;

  /// That of the nearest order; nothing where the file does not name the region.
  [[nodiscard]] std::optional<double> fraction_of(const std::string& region, int order) const;
  /// Of work in a region: the longer of memory traffic and operations, at its part of the rates.
  [[nodiscard]] double seconds(const kernels::Cost& cost, double fraction) const;
};

/// Throws base::Error with all problems, each with its place and the nearest valid key.
Machine parse_machine(const std::string& text, const std::string& file);
Machine read_machine(const std::filesystem::path& file);
/// The text of a machine file that is read back as this machine.
std::string machine_text(const Machine& machine);

}  // namespace lobatto::predict
