#include "accept/sparse/row_runs.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"

namespace lobatto::accept {

RowRuns::RowRuns(const SparseRows& rows, std::size_t n_columns)
    : values_(rows.values.size() + width), places_(rows.values.size()) {
  std::vector<std::uint32_t> entries;
  std::uint32_t next = 0;
  for (std::size_t row = 0; row < rows.n_rows(); ++row) {
    const std::size_t first = columns_.size();
    begin_row(next);
    entries.resize(rows.offsets[row + 1] - rows.offsets[row]);
    std::iota(entries.begin(), entries.end(), rows.offsets[row]);
    std::sort(entries.begin(), entries.end(),
              [&](auto a, auto b) { return rows.columns[a] < rows.columns[b]; });
    for (const std::uint32_t e : entries) {
      const std::uint32_t column = rows.columns[e];
      if (columns_.size() > first && lengths_.back() < width &&
          column == columns_.back() + lengths_.back()) {
        ++lengths_.back();
      } else {
        columns_.push_back(column);
        lengths_.push_back(1);
      }
      places_[e] = next++;
    }
    const bool is_whole = columns_.size() == first || columns_.back() + width <= n_columns;
    if (columns_.size() > first && is_whole &&
        std::all_of(lengths_.begin() + static_cast<std::ptrdiff_t>(first), lengths_.end(),
                    [&](auto length) { return length == lengths_[first]; }))
      firsts_.back().length = lengths_[first] & 7U;
  }
  begin_row(next);
  set_values(rows);
}

void RowRuns::begin_row(std::uint32_t value) {
  constexpr std::uint32_t most_runs = (1U << 29) - 1;
  if (columns_.size() > most_runs)
    throw base::Error(
        "a sparse matrix has more than 2^29 runs of neighbours on a rank; take more ranks");
  firsts_.push_back({static_cast<std::uint32_t>(columns_.size()) & most_runs, 0, value});
}

void RowRuns::set_values(const SparseRows& rows) {
  for (std::size_t e = 0; e < places_.size(); ++e) values_[places_[e]] = rows.values[e];
}

double RowRuns::times_one_by_one(std::size_t row, const double* x) const {
  double sum = 0;
  const double* value = values_.data() + firsts_[row].value;
  for (std::size_t r = firsts_[row].run; r < firsts_[row + 1].run; ++r)
    for (std::size_t i = 0; i < lengths_[r]; ++i) sum += *value++ * x[columns_[r] + i];
  return sum;
}

double RowRuns::bytes() const {
  return static_cast<double>(places_.size() * sizeof(double) +
                             columns_.size() * sizeof(std::uint32_t) +
                             firsts_.size() * sizeof(First));
}

}  // namespace lobatto::accept
