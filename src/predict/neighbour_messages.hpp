#pragma once

#include <array>
#include <optional>
#include <vector>

#include "predict/partition.hpp"
#include "predict/schedule.hpp"

namespace lobatto::predict {

/// One exchange of a gather-scatter: each rank tells those that share nodes with it its sums there,
/// of all nodes of the elements, or of the layers next to their faces, which two elements share
/// each.
class NeighbourMessages final : public Exchange {
 public:
  enum class Of { nodes, faces };

  /// n_nodes: of an element in a direction. n_fields: added up together.
  NeighbourMessages(const Partition& box, int n_nodes, Of of, int n_fields = 1);
  /// On a mesh from a file, which must live as long.
  NeighbourMessages(const MeshPartition& mesh, int n_nodes, Of of, int n_fields = 1)
      : mesh_(&mesh), n_nodes_(n_nodes), of_(of), bytes_of_value_(8.0 * n_fields) {}

  void sends(int rank, Visit visit) const override;
  /// Neighbours tell each other as much.
  void receives(int rank, Visit visit) const override { sends(rank, visit); }
  [[nodiscard]] std::optional<RankSet> group_of(int) const override { return std::nullopt; }

 private:
  /// What a part of a direction has in common with another, or with itself.
  struct Common {
    int part;
    double n_layers;  ///< of nodes, or of faces across this direction; of itself: all of its own
  };
  using Parts = std::vector<std::vector<Common>>;  ///< by part

  [[nodiscard]] Parts parts_of(const mesh::Axis& axis, int n_parts) const;
  void sends_in_box(int rank, Visit visit) const;
  [[nodiscard]] double n_values_of(const MeshPartition::Common& common) const;

  const MeshPartition* mesh_ = nullptr;  ///< none: a box
  mesh::RankGrid grid_;
  std::array<Parts, 3> parts_;
  int n_nodes_;
  Of of_;
  double bytes_of_value_;
};

}  // namespace lobatto::predict
