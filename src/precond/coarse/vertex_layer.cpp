#include "precond/coarse/vertex_layer.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "comm/exchange/number_owners.hpp"
#include "comm/exchange/sparse_exchange.hpp"

namespace lobatto::precond {

namespace {

/// The own vertices, then those of other ranks in their rows.
std::vector<std::int64_t> with_layer(const VertexRows& own) {
  const auto n = static_cast<std::int64_t>(own.n_rows());
  const auto layer = comm::numbers_outside(own.columns, own.first, own.first + n);
  std::vector<std::int64_t> all(own.n_rows());
  std::iota(all.begin(), all.end(), own.first);
  all.insert(all.end(), layer.begin(), layer.end());
  return all;
}

/// The rows of a rank as a letter: number, length, columns, values of each.
void append_row(std::vector<long long>& letter, const VertexRows& own, std::int64_t vertex) {
  const auto i = static_cast<std::size_t>(vertex - own.first);
  letter.push_back(vertex);
  letter.push_back(static_cast<long long>(own.offsets[i + 1] - own.offsets[i]));
  for (std::size_t j = own.offsets[i]; j < own.offsets[i + 1]; ++j) {
    letter.push_back(own.columns[j]);
    letter.push_back(std::bit_cast<long long>(own.values[j]));
  }
}

/// Rows of vertices of other ranks, which they give.
VertexRows ask_for_rows(const VertexRows& own, std::span<const std::int64_t> vertices,
                        const comm::Communicator& communicator) {
  const comm::NumberOwners owners(own.first, communicator);
  comm::Letters questions, answers;
  for (const std::int64_t vertex : vertices) questions[owners.of(vertex)].push_back(vertex);
  for (const auto& [rank, asked] : comm::exchange_letters(std::move(questions), communicator))
    for (const long long vertex : asked) append_row(answers[rank], own, vertex);
  // Owners answer in the order of their ranks, which is that of the vertices.
  VertexRows rows{0, {0}, {}, {}};
  for (const auto& [rank, letter] : comm::exchange_letters(std::move(answers), communicator)) {
    for (std::size_t at = 0; at < letter.size();) {
      const auto length = static_cast<std::size_t>(letter[at + 1]);
      at += 2;
      for (std::size_t j = 0; j < length; ++j, at += 2) {
        rows.columns.push_back(letter[at]);
        rows.values.push_back(std::bit_cast<double>(letter[at + 1]));
      }
      rows.offsets.push_back(rows.columns.size());
    }
  }
  return rows;
}

}  // namespace

VertexLayer::VertexLayer(const VertexRows& own, const comm::Communicator& communicator)
    : n_owned_(own.n_rows()),
      first_(own.first),
      vertices_(with_layer(own)),
      rows_{0, {0}, {}, {}},
      of_layer_(std::span(vertices_).subspan(n_owned_), first_, communicator) {
  const auto layer = std::span<const std::int64_t>(vertices_).subspan(n_owned_);
  const VertexRows others = ask_for_rows(own, layer, communicator);
  take_rows(own);
  take_rows(others);
}

/// Where a vertex stands in vectors; size() for one beyond the layer.
std::size_t VertexLayer::place_of(std::int64_t vertex) const {
  if (vertex >= first_ && vertex < first_ + static_cast<std::int64_t>(n_owned_))
    return static_cast<std::size_t>(vertex - first_);
  const auto layer = vertices_.begin() + static_cast<std::ptrdiff_t>(n_owned_);
  const auto found = std::lower_bound(layer, vertices_.end(), vertex);
  return found != vertices_.end() && *found == vertex
             ? static_cast<std::size_t>(found - vertices_.begin())
             : size();
}

void VertexLayer::take_rows(const VertexRows& rows) {
  std::vector<std::pair<std::size_t, double>> row;
  for (std::size_t i = 0; i < rows.n_rows(); ++i) {
    row.clear();
    for (std::size_t j = rows.offsets[i]; j < rows.offsets[i + 1]; ++j)
      if (const std::size_t place = place_of(rows.columns[j]); place < size())
        row.emplace_back(place, rows.values[j]);
    std::sort(row.begin(), row.end());
    for (const auto& [place, value] : row) {
      rows_.columns.push_back(static_cast<std::int64_t>(place));
      rows_.values.push_back(value);
    }
    rows_.offsets.push_back(rows_.columns.size());
  }
}

void VertexLayer::fill(std::span<double> values) {
  of_layer_.begin(values.first(n_owned_));
  std::ranges::copy(of_layer_.finish(), values.begin() + static_cast<std::ptrdiff_t>(n_owned_));
}

void VertexLayer::residual(std::span<const double> f, std::span<const double> x,
                           std::span<double> r) const {
  for (std::size_t i = 0; i < n_owned_; ++i) {
    double product = 0;
    for (std::size_t j = rows_.offsets[i]; j < rows_.offsets[i + 1]; ++j)
      product += rows_.values[j] * x[static_cast<std::size_t>(rows_.columns[j])];
    r[i] = f[i] - product;
  }
}

}  // namespace lobatto::precond
