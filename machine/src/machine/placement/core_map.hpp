#pragma once

#include <memory>
#include <string>

struct hwloc_topology;

namespace lobatto::machine {

/// Where on its node a rank may run: the innermost socket, NUMA node and shared cache that hold all
/// processors it is bound to, by hwloc's numbers on that node. -1: it may run in several of them,
/// or the level says nothing beyond those outside it, or the system does not tell.
struct CorePlace {
  int socket = -1;
  int numa_node = -1;  ///< -1 as well where it is no smaller than the socket
  int cache = -1;      ///< the outermost shared one, L3 or L2, smaller than socket and NUMA node
};

/// The processors of this node, as hwloc sees them.
class CoreMap {
 public:
  /// About 10 ms of a small node. Throws base::Error where hwloc finds no description of the node.
  CoreMap();

  /// The processors that this thread may run on, "0-3,8" in the numbers of the system; empty where
  /// the system does not tell.
  [[nodiscard]] std::string bound_to() const;
  /// `processors` as bound_to writes them. Throws base::Error where they are no such list.
  [[nodiscard]] CorePlace place_of(const std::string& processors) const;

 private:
  std::unique_ptr<hwloc_topology, void (*)(hwloc_topology*)> topology_;
};

}  // namespace lobatto::machine
