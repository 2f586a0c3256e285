#include "precond/coarse/vertex_rows.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "comm/exchange/number_owners.hpp"
#include "comm/exchange/sparse_exchange.hpp"

namespace lobatto::precond {

namespace {

struct Entry {
  std::int64_t row, column;
  double value;
};

bool same_place(const Entry& a, const Entry& b) { return a.row == b.row && a.column == b.column; }

/// Sorts by place; entries of one place are added in the order in which they came.
void add_up(std::vector<Entry>& entries) {
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  std::size_t n = 0;
  for (const Entry& entry : entries) {
    if (n > 0 && same_place(entries[n - 1], entry)) {
      entries[n - 1].value += entry.value;
    } else {
      entries[n++] = entry;
    }
  }
  entries.resize(n);
}

std::vector<Entry> entries_of_elements(const CoarseProblem& problem,
                                       std::span<const std::int64_t> numbers) {
  std::vector<Entry> entries;
  for (std::size_t e = 0; e < problem.matrices.size(); ++e) {
    const std::int64_t* vertices = numbers.data() + e * n_vertices;
    for (std::size_t a = 0; a < n_vertices; ++a) {
      for (std::size_t b = 0; b < n_vertices; ++b) {
        const double value = problem.matrices[e][a * n_vertices + b];
        if (vertices[a] < 0 || vertices[b] < 0 || (value == 0 && a != b)) continue;
        entries.push_back({vertices[a], vertices[b], value});
      }
    }
  }
  add_up(entries);
  return entries;
}

/// Each entry to the owner of its row; what comes in, in the order of the ranks.
std::vector<Entry> send_to_owners(const std::vector<Entry>& entries, std::int64_t first_owned,
                                  const comm::Communicator& communicator) {
  const comm::NumberOwners owners(first_owned, communicator);
  comm::Letters letters;
  for (const Entry& entry : entries) {
    auto& values = letters[owners.of(entry.row)];
    values.insert(values.end(), {entry.row, entry.column, std::bit_cast<long long>(entry.value)});
  }
  std::vector<Entry> own;
  for (const auto& [rank, values] : comm::exchange_letters(std::move(letters), communicator))
    for (auto v = values.begin(); v != values.end(); v += 3)
      own.push_back({v[0], v[1], std::bit_cast<double>(v[2])});
  return own;
}

void check(const CoarseProblem& problem, const comm::Communicator& communicator) {
  const double worst = communicator.max(problem.matrices.size() == problem.ids.size() ? 0.0 : 1.0);
  if (worst != 0)
    throw base::Error("coarse problem: expected one matrix for each element, found " +
                      std::to_string(problem.matrices.size()) + " matrices for " +
                      std::to_string(problem.ids.size()) +
                      " elements on this rank, or a rank where the two differ");
}

}  // namespace

VertexRows assemble_rows(const CoarseProblem& problem, const VertexNumbering& numbering,
                         const comm::Communicator& communicator) {
  check(problem, communicator);
  auto entries = send_to_owners(entries_of_elements(problem, numbering.numbers()),
                                numbering.first_owned(), communicator);
  add_up(entries);
  VertexRows rows{
      numbering.first_owned(), std::vector<std::size_t>(numbering.n_owned() + 1), {}, {}};
  for (const Entry& entry : entries) {
    if (entry.value == 0 && entry.row != entry.column) continue;
    ++rows.offsets[static_cast<std::size_t>(entry.row - rows.first) + 1];
    rows.columns.push_back(entry.column);
    rows.values.push_back(entry.value);
  }
  for (std::size_t i = 0; i < numbering.n_owned(); ++i) rows.offsets[i + 1] += rows.offsets[i];
  return rows;
}

VertexRows replicate(const VertexRows& own, const comm::Communicator& communicator) {
  std::vector<long long> lengths, columns(own.columns.begin(), own.columns.end());
  for (std::size_t i = 0; i < own.n_rows(); ++i)
    lengths.push_back(static_cast<long long>(own.offsets[i + 1] - own.offsets[i]));
  VertexRows all{0, {0}, {}, communicator.all_gather(std::span<const double>(own.values))};
  for (const long long length : communicator.all_gather(std::span<const long long>(lengths)))
    all.offsets.push_back(all.offsets.back() + static_cast<std::size_t>(length));
  const auto all_columns = communicator.all_gather(std::span<const long long>(columns));
  all.columns.assign(all_columns.begin(), all_columns.end());
  return all;
}

}  // namespace lobatto::precond
