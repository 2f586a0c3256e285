#pragma once

#include <cstddef>
#include <utility>

#include "direct/exchange/sheet_row.hpp"

namespace lobatto::direct {

/// The shape of a row of element columns (one element in y, all of this rank's in z) gathered into
/// x lines: values [x nodes][n sheets][sheet_stride], where sheet j holds node j of the elements in
/// y with z contiguous. All nodes of a line of elements are kept once, both ends of periodic lines
/// included. Node `first_lane` of z lies on a cache line: a Dirichlet node before it falls into the
/// padding of the sheet before.
///
/// x, y and z are those of the solver (direct/solver_frame.hpp). Elements have the nodes of the
/// mesh, [n][n][n] with its x fastest.
class ColumnSlab {
 public:
  /// last: the direction of the mesh that is z here.
  ColumnSlab(int n_elements_x, int n_elements_z, int order, int first_lane, int last = 2);

  struct Place {
    int x, z;  ///< of an element in the row
  };
  /// Adds the sheets of a row of the element at a place; before it come those that are before it in
  /// x, in z, and in both. Where the row is not the first, sheet 0 has values of the one before and
  /// is added to. `next`: the element that will be wanted at this place of the next column, for the
  /// cache, or null.
  void deposit(const double* element, const Place& at, const SheetRow& row, const double* next,
               double* slab) const {
    deposit_(*this, element, at, row, next, slab);
  }
  /// The same sheets of the element at a place. `next`: where that of the next column will go, for
  /// the cache.
  void extract(const double* slab, const Place& at, const SheetRow& row, double* element,
               const double* next) const {
    extract_(*this, slab, at, row, element, next);
  }
  /// Zeroes what lies between the sheets. It takes part in the products of lanes and would grow
  /// from solve to solve.
  void clear_padding(double* slab) const;
  /// Copies the last sheet, shared with the next row of columns, to sheet 0.
  void carry_last_sheet(double* slab) const;

  [[nodiscard]] std::size_t sheet_stride() const { return sheet_stride_; }
  [[nodiscard]] std::size_t row_stride() const { return row_stride_; }  ///< from x node to x node
  [[nodiscard]] std::size_t size() const {
    return lead + row_stride_ * static_cast<std::size_t>(n_x_nodes_);
  }
  /// z node 0, or first_lane, of sheet 0 of the first x node.
  [[nodiscard]] double* first_node(double* slab) const { return slab + lead - first_lane_; }
  [[nodiscard]] double* first_lane(double* slab) const { return slab + lead; }

 private:
  template <int n, int last>
  struct Kernels;
  using Deposit = void (*)(const ColumnSlab&, const double*, const Place&, const SheetRow&,
                           const double*, double*);
  using Extract = void (*)(const ColumnSlab&, const double*, const Place&, const SheetRow&, double*,
                           const double*);
  template <int last, int... orders>
  void choose_kernels(std::integer_sequence<int, orders...>);

  static constexpr std::size_t lead = 8;

  int order_;
  int first_lane_;
  int n_z_nodes_;
  int n_x_nodes_;
  std::size_t sheet_stride_;
  std::size_t row_stride_;
  Deposit deposit_ = nullptr;
  Extract extract_ = nullptr;
};

}  // namespace lobatto::direct
