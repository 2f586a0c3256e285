#pragma once

#include <cstddef>
#include <vector>

#include "direct/exchange/pencil_exchange.hpp"
#include "direct/exchange/sheet_row.hpp"

namespace lobatto::direct {

/// Columns of elements along x between the ranks that have parts of them: each gets, of every
/// element of the columns, the sheets of its share of the y nodes. x, y and z are those of the
/// solver (direct/solver_frame.hpp).
class ColumnTranspose {
 public:
  /// exchange and shape must outlive this; own_x: this rank's x coordinate; last: the direction of
  /// the mesh that is z here.
  ColumnTranspose(PencilExchange& exchange, const PencilShape& shape, int own_x, int last = 2);

  /// Along x, y, z, counted from this rank's first.
  struct Place {
    int x, y, z;
  };
  /// element [n][n][n]; of all of this rank, before deal_out.
  void put_element(const Place& at, const double* element);
  /// Returns the seconds spent in the exchange. Collective, like collect.
  double deal_out();
  /// column [n_x elements of the box][n][n][n]: the sheets of a row of this rank's share, the
  /// others are left as they are.
  void get_column(const SheetRow& row, int e_z, double* column) const;

  /// The way back.
  void put_column(const SheetRow& row, int e_z, const double* column);
  double collect();
  void get_element(const Place& at, double* element) const;

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
  /// use(member, offset in its block, row) for the rows of all members that an element is part of.
  template <class Use>
  void for_rows(const Place& at, Use&& use) const;

  PencilExchange* exchange_;
  int own_, n_;
  int n_sheets_;  ///< of an element: nodes along y
  int n_z_elements_;
  int n_layers_;       ///< of an element, each with all its sheets
  std::size_t sheet_;  ///< values of an element that follow each other for one y node
  std::vector<Member> members_;
};

}  // namespace lobatto::direct
