#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/hex_mesh.hpp"

namespace lobatto::mesh {

/// Where an element is among the layers of a plane mesh.
struct LayerPlace {
  int column = 0;  ///< of this rank
  int layer = 0;
  int along = 0;          ///< its own direction along the straight one
  bool reversed = false;  ///< runs downwards there
};

/// A mesh whose elements are layers of one plane mesh, any quadrilaterals, along a straight
/// direction: what a rank has of it, in whole columns. Empty where the mesh is none.
struct LayeredMesh {
  std::array<double, 3> direction{};  ///< of length 1
  /// Ascending distances along it, between the layers and at the ends.
  std::vector<double> ticks;
  bool periodic = false;           ///< the two ends are the same place
  std::vector<LayerPlace> places;  ///< [n_local]
  int n_columns = 0;               ///< of this rank

  [[nodiscard]] int n_layers() const { return static_cast<int>(ticks.size()) - 1; }
};

/// Elements by their nodes and faces; refers to where those are.
struct NodalHexes {
  int order = 1;
  std::span<const double> coordinates;  ///< [n_local][x, y, z][n][n][n] at the GLL nodes
  std::span<const std::array<OrientedFace, 6>> faces;
  std::span<const std::int64_t> numbers;  ///< for messages, counted from 0
};

struct LayerSearch {
  LayeredMesh layers;
  std::string obstacle;  ///< why the mesh has no layers, by the direction that comes nearest; empty
                         ///< where it has
};

/// Looks for layers along z, y, x and the lines of the first element of rank 0, in that order, of
/// the elements that the ranks have together; each must have whole columns. Places may be wrong by
/// 1e-8 of the size of their element. The same answer on all ranks but for their own elements.
/// Collective.
LayerSearch find_layers(const NodalHexes& elements, const comm::Communicator& communicator);
inline LayerSearch find_layers(const HexMesh& mesh, const comm::Communicator& communicator) {
  return find_layers(
      NodalHexes{mesh.geometry_order, mesh.coordinates, mesh.faces, mesh.element_numbers},
      communicator);
}

}  // namespace lobatto::mesh
