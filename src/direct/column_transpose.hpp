#pragma once

#include <cstddef>
#include <vector>

#include "direct/pencil_exchange.hpp"
#include "direct/sheet_row.hpp"

namespace lobatto::direct {

/// Columns of elements along x between the ranks that have parts of them: each gets, of every
/// element of the columns, the sheets of its share of the y nodes.
class ColumnTranspose {
 public:
  /// exchange and shape must outlive this; own_x: this rank's x coordinate.
  ColumnTranspose(PencilExchange& exchange, const PencilShape& shape, int own_x);

  /// part [n_x elements of this rank][n][n][n] of the column at (e_y, e_z), counted from this
  /// rank's first; of all columns, before deal_out.
  void put_part(int e_y, int e_z, const double* part);
  /// Returns the seconds spent in the exchange. Collective, like collect.
  double deal_out();
  /// column [n_x elements of the box][n][n][n]: the sheets of a row of this rank's share, the
  /// others are left as they are.
  void get_column(const SheetRow& row, int e_z, double* column) const;

  /// The way back.
  void put_column(const SheetRow& row, int e_z, const double* column);
  double collect();
  void get_part(int e_y, int e_z, double* part) const;

 private:
  /// What one rank has of the box along x, and the rows of its share of the y nodes.
  struct Member {
    Share elements;
    std::vector<SheetRow> rows;
    std::vector<std::size_t> sheets_before;  ///< of the rows before each
  };
  /// Of a row of a member's share, one column: where the values of some elements along x begin in a
  /// block that holds so many elements of each column.
  [[nodiscard]] std::size_t offset(const Member& member, const SheetRow& row, int e_z,
                                   int n_elements) const;

  PencilExchange* exchange_;
  int own_, n_, n_z_elements_;
  std::vector<Member> members_;
};

}  // namespace lobatto::direct
