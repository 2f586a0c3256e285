#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/exchange/ghost_values.hpp"
#include "precond/coarse/vertex_rows.hpp"

namespace lobatto::precond {

/// The vertices that a rank owns and the layer of those of other ranks that they are coupled with.
/// Its vectors have the own vertices first, in their order, then the layer in ascending order.
class VertexLayer {
 public:
  /// own: the rows of this rank. Collective. O(own rows) work, memory and messages, but for the
  /// first vertex of each rank.
  VertexLayer(const VertexRows& own, const comm::Communicator& communicator);

  [[nodiscard]] std::size_t size() const { return vertices_.size(); }
  [[nodiscard]] std::size_t n_owned() const { return n_owned_; }
  /// The matrix among these vertices, counted as in vectors: rows of the layer without their
  /// couplings with vertices beyond. Columns ascending.
  [[nodiscard]] const VertexRows& rows() const { return rows_; }
  /// The number of each vertex among all.
  [[nodiscard]] std::span<const std::int64_t> vertices() const { return vertices_; }

  /// values [size]: those of the layer become what their owners have. Collective.
  void fill(std::span<double> values);
  /// f [n_owned] minus the product with x [size], whose layer is filled.
  void residual(std::span<const double> f, std::span<const double> x, std::span<double> r) const;

 private:
  [[nodiscard]] std::size_t place_of(std::int64_t vertex) const;
  /// Appends rows whose columns are numbers among all.
  void take_rows(const VertexRows& rows);

  std::size_t n_owned_;
  std::int64_t first_;
  std::vector<std::int64_t> vertices_;
  VertexRows rows_;
  comm::GhostValues of_layer_;
};

}  // namespace lobatto::precond
