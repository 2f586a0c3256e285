#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/formats/gmsh_file.hpp"

namespace lobatto::mesh {

/// The nodes of a Gmsh file by their labels, each on the rank of its label.
class NodeDirectory {
 public:
  /// Of the nodes of all shares of the file. Throws base::Error on every rank where a label is
  /// there twice. Collective.
  NodeDirectory(const GmshFile& share, const comm::Communicator& communicator);

  /// Gives a share the nodes of these labels, which are ascending, in place of its own; those that
  /// are not in the file are left out. Collective.
  void fetch(std::span<const std::int64_t> labels, GmshFile& share) const;

  /// Says that elements have corners at these nodes. Collective.
  void mark_corners(std::span<const std::int64_t> labels);
  /// Which nodes are corners of elements of any rank, 0 or 1. [labels] Collective.
  [[nodiscard]] std::vector<std::int64_t> are_corners(std::span<const std::int64_t> labels) const;

 private:
  struct Node {
    std::int64_t label = 0;
    std::array<double, 3> at{};
    std::int64_t is_corner = 0;
  };
  [[nodiscard]] std::int64_t place_of(std::int64_t label) const;
  [[nodiscard]] int rank_of(std::int64_t label) const;

  const comm::Communicator& communicator_;
  std::vector<Node> nodes_;  ///< of this rank, by label
};

}  // namespace lobatto::mesh
