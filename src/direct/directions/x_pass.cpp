#include "direct/directions/x_pass.hpp"

#include <algorithm>
#include <utility>

#include "direct/lines/line_ends.hpp"

namespace lobatto::direct {

XPass::XPass(const mesh::BoxMesh& mesh, std::shared_ptr<const LineTransform> x,
             std::vector<SheetRow> rows, const PlaneLayout& planes, int last)
    : order_(mesh.order),
      x_(std::move(x)),
      rows_(std::move(rows)),
      planes_(planes),
      slab_(mesh.n_x(), mesh.local.n_z(), order_, planes.whole_z ? planes.z.first_unknown : 0,
            last) {
  for (const SheetRow& row : rows_) {
    need(finished(row));
    need(row.end - first_new(row));
  }
}

void XPass::need(int n_sheets) {
  if (n_sheets > 0)
    sheets_.try_emplace(n_sheets, x_,
                        LaneLayout{n_sheets, planes_.n_lanes, slab_.sheet_stride(),
                                   planes_.row_stride, slab_.row_stride(), planes_.plane_stride});
}

std::size_t XPass::scratch_size() const {
  std::size_t size = 0;
  for (const auto& [n_sheets, transform] : sheets_) size = std::max(size, transform.scratch_size());
  return size;
}

/// Where the y node of a sheet begins in a plane.
std::size_t XPass::mode_row(const SheetRow& row, int sheet) const {
  const SheetRow& first = rows_.front();
  const int node = (row.element - first.element) * order_ + sheet - first.begin;
  return static_cast<std::size_t>(node) * planes_.row_stride;
}

void XPass::begin_row(const SheetRow& row, double* slab) const {
  if (row.is_first)
    slab_.clear_padding(slab);
  else
    slab_.carry_last_sheet(slab);
}

void XPass::end_row(const SheetRow& row, double* slab, double* modes, double* scratch) const {
  const int n_sheets = finished(row);
  if (n_sheets == 0) return;
  const auto sheet = static_cast<int>(slab_.sheet_stride());
  const std::size_t begin = static_cast<std::size_t>(row.begin) * slab_.sheet_stride();
  const LineLayout& x = x_->layout();
  for (int a = 0; planes_.whole_z && a < x.n_nodes; ++a)
    gather_ends(planes_.z, slab_.first_node(slab) + begin + a * slab_.row_stride(), 1, n_sheets,
                sheet);
  double* const lanes = slab_.first_lane(slab) + begin;
  gather_ends(x, lanes, slab_.row_stride(), n_sheets * sheet);
  sheets_.at(n_sheets).forward(lanes + x.first_unknown * slab_.row_stride(),
                               modes + mode_row(row, row.begin), scratch);
}

void XPass::backward(const double* modes, double* slab, double* scratch, VisitRow extract) const {
  for (const SheetRow& row : rows_) {
    transform_back(row, modes, slab, scratch);
    extract(row);
  }
}

/// Fills a slab with the solution; its first sheet is the last one of the row before.
void XPass::transform_back(const SheetRow& row, const double* modes, double* slab,
                           double* scratch) const {
  if (!row.is_first) slab_.carry_last_sheet(slab);
  const int begin = first_new(row), n_sheets = row.end - begin;
  if (n_sheets == 0) return;
  const auto sheet = static_cast<int>(slab_.sheet_stride());
  const LineLayout& x = x_->layout();
  double* const lanes = slab_.first_lane(slab) + begin * slab_.sheet_stride();
  sheets_.at(n_sheets).backward(modes + mode_row(row, begin),
                                lanes + x.first_unknown * slab_.row_stride(), scratch);
  scatter_ends(x, lanes, slab_.row_stride(), n_sheets * sheet);
  for (int a = 0; planes_.whole_z && a < x.n_nodes; ++a)
    scatter_ends(planes_.z,
                 slab_.first_node(slab) + begin * slab_.sheet_stride() + a * slab_.row_stride(), 1,
                 n_sheets, sheet);
}

}  // namespace lobatto::direct
