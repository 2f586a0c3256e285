#pragma once

#include <cstddef>

namespace lobatto::direct {

/// The shape of a row of element columns (one element in y, all of this rank's in z) gathered into x lines: values
/// [x nodes][n sheets][z nodes], where sheet j holds node j of the elements in y, and all nodes of a line of elements are
/// kept once, both ends of periodic lines included. The lanes (sheet, z node) are contiguous.
class ColumnSlab {
 public:
  ColumnSlab(int n_elements_x, int n_elements_z, int order);

  /// Adds the element column [n_elements_x][n][n][n] at position e_z, which must come in ascending order. With
  /// `sheet_0_holds` the first sheet has values of the row of columns before and is added to.
  void deposit(const double* column, int e_z, bool sheet_0_holds, double* slab) const {
    deposit_(*this, column, e_z, sheet_0_holds, slab);
  }
  /// The elements of column e_z of a slab.
  void extract(const double* slab, int e_z, double* column) const { extract_(*this, slab, e_z, column); }
  /// Copies the last sheet, shared with the next row of columns, to sheet 0.
  void carry_last_sheet(double* slab) const;

  [[nodiscard]] std::size_t row_stride() const { return row_stride_; }  ///< from x node to x node
  [[nodiscard]] std::size_t size() const { return row_stride_ * static_cast<std::size_t>(n_x_nodes_); }
  [[nodiscard]] int n_z_nodes() const { return n_z_nodes_; }

 private:
  template <int n>
  struct Kernels;
  using Deposit = void (*)(const ColumnSlab&, const double*, int, bool, double*);
  using Extract = void (*)(const ColumnSlab&, const double*, int, double*);

  int n_elements_x_;
  int order_;
  int n_x_nodes_;
  int n_z_nodes_;
  std::size_t row_stride_;
  Deposit deposit_ = nullptr;
  Extract extract_ = nullptr;
};

}  // namespace lobatto::direct
