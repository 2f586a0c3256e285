#include "health/link_classes.hpp"

#include <fmt/format.h>

#include <fstream>

namespace lobatto::health {

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

int socket_of_core(int core) {
  std::ifstream in(fmt::format("/sys/devices/system/cpu/cpu{}/topology/physical_package_id", core));
  int socket = -1;
  return in >> socket ? socket : -1;
}

std::string class_within(int socket, int other) {
  return socket >= 0 && socket == other ? "within_socket" : "within_node";
}

}  // namespace lobatto::health
