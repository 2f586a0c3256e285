#pragma once

#include <map>
#include <string>
#include <vector>

#include "machine/placement/core_map.hpp"

namespace lobatto::machine {

/// Where nodes stand, from the outside in.
struct Topology {
  std::vector<std::string> levels;  ///< {"row", "cabinet", "chassis"}; none: not known
  std::map<std::string, std::vector<std::string>> places;  ///< host -> its place at each level
};

/// The measurement that has the links of a class: "link_within_socket". No other begins like it.
std::string measurement_of_class(const std::string& name);
bool is_link_class(const std::string& measurement);

/// What kind of link joins two nodes: "within_chassis", named after the innermost level that both
/// share, else "between_nodes".
std::string class_between(const Topology& topology, const std::string& host,
                          const std::string& other);

/// "within_cache", "within_numa_node" or "within_socket", the innermost that two ranks of a node
/// share, else "within_node".
std::string class_within(const CorePlace& place, const CorePlace& other);

}  // namespace lobatto::machine
