#pragma once

#include "predict/mesh_partition.hpp"
#include "predict/schedule.hpp"

namespace lobatto::predict {

/// One exchange of a gather-scatter on a mesh from a file: each rank tells those that share nodes
/// with it its sums there, of all nodes of the elements, or of the layers next to their faces.
class MeshMessages final : public Exchange {
 public:
  enum class Of { nodes, faces };

  /// partition must live as long. n_nodes: of an element in a direction. n_fields: added up
  /// together.
  MeshMessages(const MeshPartition& partition, int n_nodes, Of of, int n_fields = 1)
      : partition_(partition), n_inner_(n_nodes - 2), of_(of), bytes_of_node_(8.0 * n_fields) {}

  void sends(int rank, Visit visit) const override {
    for (const auto& common : partition_.common(rank))
      if (const double n = n_nodes_of(common); n > 0) visit(common.partner, n * bytes_of_node_);
  }
  /// Neighbours tell each other as much.
  void receives(int rank, Visit visit) const override { sends(rank, visit); }
  [[nodiscard]] std::optional<RankSet> group_of(int /*rank*/) const override {
    return std::nullopt;
  }

 private:
  [[nodiscard]] double n_nodes_of(const MeshPartition::Common& common) const {
    const double lines = n_inner_, faces = 1.0 * n_inner_ * n_inner_;
    const double n_faces = static_cast<double>(common.n_faces);
    if (of_ == Of::faces) return n_faces * (lines + 2) * (lines + 2);
    return static_cast<double>(common.n_vertices) + static_cast<double>(common.n_lines) * lines +
           n_faces * faces;
  }

  const MeshPartition& partition_;
  int n_inner_;  ///< nodes of a line between its ends
  Of of_;
  double bytes_of_node_;
};

}  // namespace lobatto::predict
