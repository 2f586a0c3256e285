#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "base/function_ref.hpp"
#include "direct/exchange/column_slab.hpp"
#include "direct/exchange/sheet_row.hpp"
#include "direct/lines/lane_transform.hpp"
#include "direct/lines/line_layout.hpp"
#include "direct/lines/line_transform.hpp"
#include "mesh/box_mesh.hpp"

namespace lobatto::direct {

/// Planes [x mode][y node][z], of the y nodes of one rank.
struct PlaneLayout {
  const LineLayout& z;  ///< of the whole box
  bool whole_z;         ///< lanes are the unknowns of z, or else all nodes of the rank's elements
  int n_lanes;
  std::size_t row_stride;    ///< from y node to y node
  std::size_t plane_stride;  ///< from mode to mode
};

/// The x direction of the tensor solve: from columns of elements to planes of x modes and back, a
/// row of columns at a time, which stays in cache from being gathered to being transformed.
class XPass {
 public:
  /// rows: of the y nodes that are transformed here. planes.z must outlive this. last: the
  /// direction that was made z.
  XPass(const mesh::BoxMesh& mesh, std::shared_ptr<const LineTransform> x,
        std::vector<SheetRow> rows, const PlaneLayout& planes, int last);

  [[nodiscard]] const std::vector<SheetRow>& rows() const { return rows_; }
  [[nodiscard]] const ColumnSlab& columns() const { return slab_; }
  /// Forward, row by row: begin_row(), then the elements of the row are put into the slab
  /// (columns().deposit), then end_row(), which takes them to the planes `modes`. slab:
  /// columns().size() values, scratch: scratch_size(), both on a cache line.
  void begin_row(const SheetRow& row, double* slab) const;
  void end_row(const SheetRow& row, double* slab, double* modes, double* scratch) const;

  using VisitRow = base::FunctionRef<void(const SheetRow& row)>;
  /// `extract` takes the elements of a row of the solution out of the slab (columns().extract).
  void backward(const double* modes, double* slab, double* scratch, VisitRow extract) const;

  [[nodiscard]] std::size_t scratch_size() const;

 private:
  void transform_back(const SheetRow& row, const double* modes, double* slab,
                      double* scratch) const;
  void need(int n_sheets);
  /// The sheets of a row that have all their contributions: all but the last, which the next row
  /// adds to.
  [[nodiscard]] int finished(const SheetRow& row) const {
    return (row.is_last ? row.end : order_) - row.begin;
  }
  /// The first sheet of a row that no row before has given back.
  [[nodiscard]] static int first_new(const SheetRow& row) { return row.is_first ? row.begin : 1; }
  [[nodiscard]] std::size_t mode_row(const SheetRow& row, int sheet) const;

  int order_;
  std::shared_ptr<const LineTransform> x_;
  std::vector<SheetRow> rows_;
  PlaneLayout planes_;
  ColumnSlab slab_;
  std::map<int, LaneTransform> sheets_;  ///< by their number
};

}  // namespace lobatto::direct
