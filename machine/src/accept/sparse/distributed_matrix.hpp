#pragma once

#include <memory>
#include <optional>
#include <span>

#include "accept/sparse/row_runs.hpp"
#include "comm/exchange/ghost_values.hpp"

namespace lobatto::accept {

/// A square sparse matrix, some rows on each rank, as A = A_own + A_ghost: the columns of this
/// rank's own values, and those of values of other ranks.
class DistributedMatrix {
 public:
  /// Entries keep their order in a row. Collective; O(entries) besides sorting the ghost columns.
  DistributedMatrix(const NumberedRows& rows, const comm::Communicator& communicator);

  [[nodiscard]] std::size_t n_rows() const { return own_.n_rows(); }
  [[nodiscard]] double n_rows_in_all() const { return n_rows_in_all_; }
  [[nodiscard]] double n_entries_in_all() const { return n_entries_in_all_; }

  /// y = A x of vectors [n_rows] that must not overlap; the ghost values travel meanwhile.
  /// Collective; 2 flop per entry, bytes() in all.
  void product(std::span<const double> x, std::span<double> y);
  /// What a product reads of the matrix, on this rank.
  [[nodiscard]] double bytes() const;
  /// The ghost columns' values of x. Collective.
  std::span<const double> ghosts_of(std::span<const double> x);
  /// y = y + factor A_ghost ghosts
  void add_ghost_part(double factor, std::span<const double> ghosts, std::span<double> y) const;

  [[nodiscard]] const SparseRows& own() const { return own_; }  ///< A_own
  /// [n_rows]
  [[nodiscard]] std::vector<double> diagonal() const;
  void replace_diagonal(std::span<const double> diagonal);
  /// Other values for the rows that it was made of, with the same columns.
  void set_values(const NumberedRows& rows);

 private:
  void separate(const NumberedRows& rows, std::span<const std::int64_t> ghosts);

  SparseRows own_;
  SparseRows ghost_part_;        ///< the rows of A_ghost that are not empty, ghost_rows_
  std::optional<RowRuns> runs_;  ///< own_, for products
  std::vector<std::uint32_t> ghost_rows_, diagonal_places_;
  std::unique_ptr<comm::GhostValues> ghosts_;
  long long first_ = 0;  ///< number of the first row
  double n_rows_in_all_ = 0, n_entries_in_all_ = 0;
};

/// Over all ranks. Collective.
double dot(std::span<const double> x, std::span<const double> y,
           const comm::Communicator& communicator);
/// |b - A x| / |b|. Collective.
double relative_residual(DistributedMatrix& a, std::span<const double> x, std::span<const double> b,
                         const comm::Communicator& communicator);

}  // namespace lobatto::accept
