#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "space/function_space.hpp"

namespace lobatto::stats {

/// What is left of a mesh when fields are averaged along some directions of a box: over the
/// elements along them and, within each, its nodes,
///   <f> = sum m f / sum m,   m the diagonal mass matrix,
/// which is the integral along a line of nodes over its length. A column is the set of elements
/// that fall together; it keeps n^d nodes, [k][j][i] without the averaged directions. Nothing is
/// averaged on a mesh from a file: there every element is a column.
///
/// A column may be spread over several ranks. Each of them holds its part of the sums; combine()
/// brings them to the lowest of these ranks, the owner.
class AveragedMesh {
 public:
  /// Collective. Throws base::Error on every rank where a mesh from a file or a moved box cannot be
  /// averaged so (check_homogeneous).
  AveragedMesh(const space::FunctionSpace& space, std::array<bool, 3> averaged);

  [[nodiscard]] const space::FunctionSpace& space() const { return *space_; }
  [[nodiscard]] bool is_averaged(int direction) const { return averaged_[direction]; }
  /// The averaged directions, "xz".
  [[nodiscard]] std::string averaged_text() const;

  [[nodiscard]] int n_columns() const { return static_cast<int>(keys_.size()); }
  [[nodiscard]] std::size_t column_size() const { return column_size_; }
  /// Values of one average, [n_columns][column_size].
  [[nodiscard]] std::size_t size() const { return keys_.size() * column_size_; }
  /// Columns of the whole mesh.
  [[nodiscard]] long long n_global_columns() const { return n_global_columns_; }

  /// Numbers of this rank's columns over the whole mesh.
  [[nodiscard]] std::span<const std::int64_t> keys() const { return keys_; }
  /// True on the one rank that has the sums of its columns after combine().
  [[nodiscard]] bool is_owner() const { return is_owner_; }
  /// Sums over the ranks that share columns; zero on all but the owner. Collective.
  void combine(std::span<double> sums) const;

  /// How the values of an element add to those of its column: row by row.
  struct Rows {
    std::size_t length = 0;              ///< of a row, in elements and in columns
    bool to_one = false;                 ///< all values of a row add to a single one instead
    std::vector<std::size_t> in_column;  ///< where row r, at r * length of the element, adds to
  };
  [[nodiscard]] const Rows& rows() const { return rows_; }
  /// Where the column of local element e begins in the values of one average.
  [[nodiscard]] std::size_t begin_of_element(int e) const { return begin_of_element_[e]; }

  /// sum m of all columns, combined. [n_columns][column_size]
  [[nodiscard]] std::span<const double> mass() const { return mass_; }
  /// Mean coordinate of the nodes that fall together, for the owner. Collective.
  [[nodiscard]] std::vector<double> coordinates(int direction) const;

  /// The values of all columns as one array, slowest direction first: [E_z n][E_y n][E_x n] without
  /// the averaged directions ([1] when none is left); [elements][n][n][n] of a mesh from a file, of
  /// a plane as its layer has them.
  struct Layout {
    std::vector<long long> shape;
    /// This rank's block of a box; counts are zero where it is no owner.
    std::vector<long long> start, count;
  };
  [[nodiscard]] const Layout& layout() const { return layout_; }
  /// From [n_columns][column_size] to the order of the owner's block; empty for others.
  [[nodiscard]] std::vector<double> in_layout(std::span<const double> values) const;

 private:
  void set_columns();
  void set_rows();
  void set_layout();
  void set_mass();
  /// First element and number of elements of this rank along a direction of the box.
  [[nodiscard]] std::array<int, 2> local_range(int direction) const;
  void add(int e, std::span<const double> values, std::span<double> sums) const;

  const space::FunctionSpace* space_;
  std::array<bool, 3> averaged_;
  bool is_owner_ = true;
  std::optional<comm::Communicator> sharers_;  ///< ranks with the same columns
  std::size_t column_size_ = 1;
  long long n_global_columns_ = 1;
  std::vector<std::int64_t> keys_;
  std::vector<std::size_t> begin_of_element_;
  Rows rows_;
  Layout layout_;
  std::vector<double> mass_;
};

}  // namespace lobatto::stats
