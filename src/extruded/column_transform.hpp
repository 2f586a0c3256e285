#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/aligned_array.hpp"
#include "direct/lines/lane_transform.hpp"
#include "extruded/element_columns.hpp"

namespace lobatto::extruded {

/// The modes of the line, M-orthonormal, on which a column of elements stands; in a plane the
/// constant.
class ColumnModes {
 public:
  /// space: of the columns.
  ColumnModes(const space::FunctionSpace& space, const mesh::LayeredMesh& layers,
              const poly::LineConditions& conditions);

  [[nodiscard]] int size() const { return static_cast<int>(eigenvalues_.size()); }
  [[nodiscard]] const std::vector<double>& eigenvalues() const { return eigenvalues_; }
  /// S^T M 1: what a density along the line is in the modes.
  [[nodiscard]] const std::vector<double>& mass() const { return mass_; }
  /// Null in a plane.
  [[nodiscard]] const std::shared_ptr<const direct::LineTransform>& line() const { return line_; }
  /// Of one transform of a line, either way.
  [[nodiscard]] double flops() const { return line_ == nullptr ? 1 : line_->flops(); }

 private:
  std::shared_ptr<const direct::LineTransform> line_;
  std::vector<double> eigenvalues_, mass_;
};

/// From a field to the modes of the lines of a column, and back, all plane nodes at once. Holds its
/// workspace.
class ColumnTransform {
 public:
  /// Both must live as long. n: nodes of an element per direction.
  ColumnTransform(const ElementColumns& columns, const ColumnModes& modes, int n);

  /// The modes become S^T f, f unassembled.
  void forward(int column, const double* field);
  /// field = S of the modes.
  void backward(int column, double* field);
  /// Values of a mode at the plane nodes.
  [[nodiscard]] double* mode(int m) { return modes_.data() + m * stride_; }

 private:
  /// visit(values of a plane of the element, row of a line's node, whether it is the first there)
  template <class Visit>
  void for_planes(int column, const Visit& visit);

  const ElementColumns& columns_;
  std::shared_ptr<const direct::LineTransform> line_;
  double constant_;  ///< of a plane
  int n_;
  std::size_t n_plane_, stride_;
  std::optional<direct::LaneTransform> lanes_;
  base::AlignedArray<double> lines_;  ///< [node of the line][stride]
  base::AlignedArray<double> modes_;  ///< [mode][stride]
  base::AlignedArray<double> scratch_;
};

}  // namespace lobatto::extruded
