#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lobatto::accept {

/// Rows of a matrix one after another (CSR), columns counted on this rank: 12 bytes per entry.
struct SparseRows {
  std::vector<std::uint32_t> offsets{0};  ///< [n_rows + 1]
  std::vector<std::uint32_t> columns;
  std::vector<double> values;

  [[nodiscard]] std::size_t n_rows() const { return offsets.size() - 1; }
  void add(std::uint32_t column, double value) {
    columns.push_back(column);
    values.push_back(value);
  }
  void end_row() { offsets.push_back(static_cast<std::uint32_t>(columns.size())); }
};

/// The same with columns counted over all ranks: consecutive rows of this rank, after those of the
/// ranks below it.
struct NumberedRows {
  std::vector<std::size_t> offsets{0};  ///< [n_rows + 1]
  std::vector<std::int64_t> columns;
  std::vector<double> values;

  [[nodiscard]] std::size_t n_rows() const { return offsets.size() - 1; }
};

}  // namespace lobatto::accept
