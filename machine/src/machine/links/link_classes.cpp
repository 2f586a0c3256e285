#include "machine/links/link_classes.hpp"

namespace lobatto::machine {

namespace {

constexpr const char* prefix = "link_";

}  // namespace

std::string measurement_of_class(const std::string& name) { return prefix + name; }
bool is_link_class(const std::string& measurement) { return measurement.starts_with(prefix); }

std::string class_between(const Topology& topology, const std::string& host,
                          const std::string& other) {
  std::string name = "between_nodes";
  const auto here = topology.places.find(host), there = topology.places.find(other);
  if (here == topology.places.end() || there == topology.places.end()) return name;
  for (std::size_t level = 0; level < topology.levels.size(); ++level) {
    if (here->second[level] != there->second[level]) break;
    name = "within_" + topology.levels[level];
  }
  return name;
}

std::string class_within(const CorePlace& place, const CorePlace& other) {
  const auto share = [&](int CorePlace::*level) {
    return place.*level >= 0 && place.*level == other.*level;
  };
  if (share(&CorePlace::cache)) return "within_cache";
  if (share(&CorePlace::numa_node)) return "within_numa_node";
  return share(&CorePlace::socket) ? "within_socket" : "within_node";
}

}  // namespace lobatto::machine
