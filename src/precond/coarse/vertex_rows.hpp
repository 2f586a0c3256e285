#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "comm/communicator.hpp"
#include "precond/coarse/coarse_problem.hpp"
#include "precond/coarse/vertex_numbering.hpp"

namespace lobatto::precond {

/// Rows of the assembled matrix, one after another (CSR): columns by vertex number, ascending.
struct VertexRows {
  std::int64_t first = 0;            ///< the vertex of the first row
  std::vector<std::size_t> offsets;  ///< [n_rows + 1]
  std::vector<std::int64_t> columns;
  std::vector<double> values;

  [[nodiscard]] std::size_t n_rows() const { return offsets.size() - 1; }
};

/// The rows of the vertices that this rank owns. Entries that add up to zero are left out, but for
/// the diagonal. Collective; throws base::Error where the problem does not have a matrix for each
/// element. O(n_elem log n_elem) work.
VertexRows assemble_rows(const CoarseProblem& problem, const VertexNumbering& numbering,
                         const comm::Communicator& communicator);

/// All rows on every rank. Collective.
VertexRows replicate(const VertexRows& own, const comm::Communicator& communicator);

}  // namespace lobatto::precond
