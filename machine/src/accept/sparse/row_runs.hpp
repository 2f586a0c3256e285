#pragma once

#include <cstdint>
#include <vector>

#include "accept/sparse/sparse_rows.hpp"
#include "base/aligned_array.hpp"

namespace lobatto::accept {

/// Rows of a matrix in runs of up to four neighbouring columns: one column is kept for a run, whose
/// values are read with one instruction, and so is what they multiply. Where three neighbours are
/// the rule, as among the unknowns of a box, that is 28 bytes for three entries, 36 as SparseRows.
class RowRuns {
 public:
  /// n_columns: the length of what the rows multiply.
  RowRuns(const SparseRows& rows, std::size_t n_columns);
  /// Other values for the rows that it was made of.
  void set_values(const SparseRows& rows);

  [[nodiscard]] std::size_t n_rows() const { return firsts_.size() - 1; }
  /// Where values are fetched meanwhile, in bytes from those that are read: twenty or more rows of
  /// a box further on, as rows are asked for.
  static constexpr int forwards = 4096, backwards = -4096, nowhere = 0;
  /// The product of a row with x [n_columns].
  template <int fetched = forwards>
  [[nodiscard]] double times(std::size_t row, const double* x) const;
  /// Those of a sweep over all rows.
  [[nodiscard]] double bytes() const;

 private:
  static constexpr std::size_t width = 4;
  using Lanes __attribute__((vector_size(width * sizeof(double)), may_alias)) = double;
  using LanesAnywhere __attribute__((vector_size(width * sizeof(double)), may_alias, aligned(8))) =
      double;
  using Mask __attribute__((vector_size(width * sizeof(double)), may_alias)) = std::int64_t;

  /// Where a row begins, and how long all of its runs are; 0 where they differ.
  struct First {
    std::uint32_t run : 29, length : 3, value;
  };

  void begin_row(std::uint32_t value);
  /// Where runs differ, or where x may end within the lanes of one.
  [[nodiscard]] double times_one_by_one(std::size_t row, const double* x) const;

  std::vector<First> firsts_;           ///< [n_rows + 1]
  std::vector<std::uint32_t> columns_;  ///< [n_runs]
  base::AlignedArray<double> values_;   ///< [n_entries], and a run's more to read
  std::vector<std::uint32_t> places_;   ///< [n_entries] of the rows, among the values
  std::vector<std::uint8_t> lengths_;   ///< [n_runs]
};

template <int fetched>
inline double RowRuns::times(std::size_t row, const double* x) const {
  constexpr std::int64_t on = -1;
  static constexpr Mask of_length[width]{
      {on, 0, 0, 0}, {on, on, 0, 0}, {on, on, on, 0}, {on, on, on, on}};
  const First first = firsts_[row];
  if (first.length == 0) return times_one_by_one(row, x);
  const std::uint32_t* column = columns_.data() + first.run;
  const std::uint32_t* const last = columns_.data() + firsts_[row + 1].run;
  const double* values = values_.data() + first.value;
  const Mask mask = of_length[first.length - 1];
  Lanes sum{};
  // Lanes beyond a run are zero times another number of x.
  for (; column < last; ++column, values += first.length) {
    __builtin_prefetch(reinterpret_cast<const char*>(values) + fetched);
    const auto bits =
        reinterpret_cast<Mask>(Lanes(*reinterpret_cast<const LanesAnywhere*>(values)));
    const auto own = reinterpret_cast<Lanes>(bits & mask);
    sum += own * *reinterpret_cast<const LanesAnywhere*>(x + *column);
  }
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

}  // namespace lobatto::accept
