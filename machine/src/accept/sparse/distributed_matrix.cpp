#include "accept/sparse/distributed_matrix.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/vectors/inner_products.hpp"

namespace lobatto::accept {

DistributedMatrix::DistributedMatrix(const NumberedRows& rows,
                                     const comm::Communicator& communicator) {
  const auto n = static_cast<long long>(rows.n_rows());
  first_ = communicator.exclusive_sum(n);
  n_rows_in_all_ = static_cast<double>(communicator.sum(n));
  n_entries_in_all_ = communicator.sum(static_cast<double>(rows.values.size()));
  const auto ghosts = comm::numbers_outside(rows.columns, first_, first_ + n);
  ghosts_ = std::make_unique<comm::GhostValues>(ghosts, first_, communicator);
  separate(rows, ghosts);
  runs_.emplace(own_, own_.n_rows());
}

void DistributedMatrix::separate(const NumberedRows& rows, std::span<const std::int64_t> ghosts) {
  const auto n = static_cast<long long>(rows.n_rows());
  for (long long row = 0; row < n; ++row) {
    const auto at = static_cast<std::size_t>(row);
    const std::size_t n_ghosts = ghost_part_.columns.size();
    for (std::size_t e = rows.offsets[at]; e < rows.offsets[at + 1]; ++e) {
      const long long column = rows.columns[e] - first_;
      if (column == row)
        diagonal_places_.push_back(static_cast<std::uint32_t>(own_.columns.size()));
      if (column >= 0 && column < n) {
        own_.add(static_cast<std::uint32_t>(column), rows.values[e]);
      } else {
        const auto it = std::lower_bound(ghosts.begin(), ghosts.end(), rows.columns[e]);
        ghost_part_.add(static_cast<std::uint32_t>(it - ghosts.begin()), rows.values[e]);
      }
    }
    own_.end_row();
    if (ghost_part_.columns.size() == n_ghosts) continue;
    ghost_part_.end_row();
    ghost_rows_.push_back(static_cast<std::uint32_t>(row));
  }
}

void DistributedMatrix::product(std::span<const double> x, std::span<double> y) {
  ghosts_->begin(x);
  for (std::size_t row = 0; row < n_rows(); ++row) y[row] = runs_->times(row, x.data());
  add_ghost_part(1, ghosts_->finish(), y);
}

double DistributedMatrix::bytes() const {
  return runs_->bytes() +
         static_cast<double>(ghost_part_.values.size()) * (sizeof(double) + sizeof(std::uint32_t));
}

std::span<const double> DistributedMatrix::ghosts_of(std::span<const double> x) {
  ghosts_->begin(x);
  return ghosts_->finish();
}

void DistributedMatrix::add_ghost_part(double factor, std::span<const double> ghosts,
                                       std::span<double> y) const {
  for (std::size_t n = 0; n < ghost_rows_.size(); ++n)
    for (std::uint32_t e = ghost_part_.offsets[n]; e < ghost_part_.offsets[n + 1]; ++e)
      y[ghost_rows_[n]] += factor * ghost_part_.values[e] * ghosts[ghost_part_.columns[e]];
}

std::vector<double> DistributedMatrix::diagonal() const {
  std::vector<double> diagonal;
  for (const auto place : diagonal_places_) diagonal.push_back(own_.values[place]);
  return diagonal;
}

void DistributedMatrix::replace_diagonal(std::span<const double> diagonal) {
  for (std::size_t row = 0; row < n_rows(); ++row)
    own_.values[diagonal_places_[row]] = diagonal[row];
  runs_->set_values(own_);
}

void DistributedMatrix::set_values(const NumberedRows& rows) {
  const auto n = static_cast<long long>(n_rows());
  std::size_t own = 0, ghost = 0;
  for (std::size_t e = 0; e < rows.values.size(); ++e) {
    const long long column = rows.columns[e] - first_;
    if (column >= 0 && column < n)
      own_.values[own++] = rows.values[e];
    else
      ghost_part_.values[ghost++] = rows.values[e];
  }
  runs_->set_values(own_);
}

double dot(std::span<const double> x, std::span<const double> y,
           const comm::Communicator& communicator) {
  return communicator.sum(kernels::inner_product(x.data(), y.data(), x.size()));
}

double relative_residual(DistributedMatrix& a, std::span<const double> x, std::span<const double> b,
                         const comm::Communicator& communicator) {
  std::vector<double> residual(b.size());
  a.product(x, residual);
  for (std::size_t n = 0; n < b.size(); ++n) residual[n] -= b[n];
  return std::sqrt(dot(residual, residual, communicator) / dot(b, b, communicator));
}

}  // namespace lobatto::accept
