#pragma once

#include <map>
#include <string>
#include <vector>

namespace lobatto::health {

/// Where nodes stand, from the outside in.
struct Topology {
  std::vector<std::string> levels;  ///< {"row", "cabinet", "chassis"}; none: not known
  std::map<std::string, std::vector<std::string>> places;  ///< host -> its place at each level
};

/// What kind of link joins two nodes: "within_chassis", named after the innermost level that both
/// share, else "between_nodes".
std::string class_between(const Topology& topology, const std::string& host,
                          const std::string& other);

/// The socket of a core of this node, from the system's own description
/// (/sys/devices/system/cpu/cpuN/topology/physical_package_id, from which hwloc reads it as well);
/// -1 where there is none.
int socket_of_core(int core);

/// "within_socket", or "within_node" between two sockets or where they are not known.
std::string class_within(int socket, int other);

}  // namespace lobatto::health
