#include "extruded/skeleton.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"

namespace lobatto::extruded {

/// The plane elements of all ranks, as every rank holds them while it makes factors.
struct Skeleton::Elements {
  std::vector<PlaneElement> elements;
  std::vector<int> unknowns;   ///< [elements][n_outer]; -1: none
  std::vector<int> n_of_rank;  ///< elements
  int n_outer = 0, n_unknowns = 0;

  [[nodiscard]] const int* unknowns_of(std::size_t e) const {
    return unknowns.data() + e * n_outer;
  }
};

namespace {

/// The assembled matrix without values, and where each entry of the elements' matrices goes.
struct Assembly {
  precond::SymmetricPattern pattern{{0}, {}};
  precond::VertexRows rows;
  std::vector<std::size_t> diagonal;
};

Assembly assembly_of(const std::vector<int>& unknowns, int n_outer, int n_unknowns) {
  std::vector<std::vector<int>> columns(static_cast<std::size_t>(n_unknowns));
  for (std::size_t first = 0; first < unknowns.size(); first += n_outer)
    for (int i = 0; i < n_outer; ++i)
      for (int j = 0; j < n_outer && unknowns[first + i] >= 0; ++j)
        if (unknowns[first + j] >= 0) columns[unknowns[first + i]].push_back(unknowns[first + j]);
  Assembly assembly;
  assembly.rows.offsets = {0};
  for (int row = 0; row < n_unknowns; ++row) {
    auto& of_row = columns[row];
    std::ranges::sort(of_row);
    of_row.erase(std::ranges::unique(of_row).begin(), of_row.end());
    for (const int column : of_row) {
      if (column == row)
        assembly.diagonal.push_back(assembly.rows.columns.size());
      else
        assembly.pattern.columns.push_back(column);
      assembly.rows.columns.push_back(column);
    }
    assembly.pattern.offsets.push_back(static_cast<int>(assembly.pattern.columns.size()));
    assembly.rows.offsets.push_back(assembly.rows.columns.size());
    std::vector<int>().swap(of_row);
  }
  return assembly;
}

void add_element(const std::vector<double>& matrix, const int* unknowns, int n_outer,
                 precond::VertexRows& rows) {
  for (int i = 0; i < n_outer; ++i) {
    if (unknowns[i] < 0) continue;
    const auto first =
        rows.columns.begin() + static_cast<std::ptrdiff_t>(rows.offsets[unknowns[i]]);
    const auto last =
        rows.columns.begin() + static_cast<std::ptrdiff_t>(rows.offsets[unknowns[i] + 1]);
    for (int j = 0; j < n_outer; ++j)
      if (unknowns[j] >= 0)
        rows.values[std::lower_bound(first, last, unknowns[j]) - rows.columns.begin()] +=
            matrix[i * n_outer + j];
  }
}

}  // namespace

Skeleton::Skeleton(std::span<const std::int64_t> ids, std::span<const PlaneElement> elements,
                   const ModeLanes& lanes, bool is_singular, const comm::Communicator& communicator)
    : lanes_(lanes), rank_(communicator.rank()), n_ranks_(communicator.size()) {
  const std::vector<long long> own_ids(ids.begin(), ids.end());
  const auto all_ids = communicator.all_gather(own_ids);
  std::vector<double> own_values;
  for (const auto& element : elements)
    own_values.insert(own_values.end(), element.values().begin(), element.values().end());
  const auto all_values = communicator.all_gather(own_values);
  const std::vector<long long> own_count{static_cast<long long>(elements.size())};
  const auto counts = communicator.all_gather(own_count);

  Elements all;
  all.n_of_rank.assign(counts.begin(), counts.end());
  const double n_outer = communicator.max(elements.empty() ? 0.0 : elements.front().n_outer());
  all.n_outer = static_cast<int>(n_outer);
  const int n = all.n_outer / 4 + 1;
  const std::size_t n_values = PlaneElement::n_values(n);
  for (std::size_t at = 0; at < all_values.size(); at += n_values)
    all.elements.emplace_back(n, all_values.data() + at);
  std::vector<long long> unique(all_ids);
  std::ranges::sort(unique);
  unique.erase(std::ranges::unique(unique).begin(), unique.end());
  if (!unique.empty() && unique.front() < 0) unique.erase(unique.begin());
  all.n_unknowns = static_cast<int>(unique.size());
  for (const long long id : all_ids)
    all.unknowns.push_back(
        id < 0 ? -1 : static_cast<int>(std::ranges::lower_bound(unique, id) - unique.begin()));
  number(all);
  factorize(all, is_singular);
  make_exchanges(communicator);
}

int Skeleton::first_group(int rank) const {
  return static_cast<int>(static_cast<long long>(rank) * lanes_.n_groups() / n_ranks_);
}

void Skeleton::number(const Elements& all) {
  const int* at = all.unknowns.data();
  for (int rank = 0; rank < n_ranks_; ++rank) {
    const int* const end = at + static_cast<std::ptrdiff_t>(all.n_of_rank[rank]) * all.n_outer;
    auto& numbers = numbers_.emplace_back(at, end);
    std::ranges::sort(numbers);
    numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
    if (!numbers.empty() && numbers.front() < 0) numbers.erase(numbers.begin());
    if (rank == rank_) {
      own_ = numbers;
      for (; at != end; ++at)
        places_.push_back(
            *at < 0 ? -1 : static_cast<int>(std::ranges::lower_bound(own_, *at) - own_.begin()));
    }
    at = end;
  }
}

void Skeleton::factorize(const Elements& all, bool is_singular) {
  Assembly assembly = assembly_of(all.unknowns, all.n_outer, all.n_unknowns);
  plan_ = precond::plan_elimination(assembly.pattern);
  row_of_.resize(plan_.order.size());
  for (std::size_t i = 0; i < plan_.order.size(); ++i)
    row_of_[plan_.order[i]] = static_cast<int>(i);
  rows_ = base::AlignedArray<double>(plan_.order.size() * lanes_.n_slots_of_group());
  precond::VertexRows& rows = assembly.rows;
  for (int g = first_group(rank_); g < first_group(rank_ + 1); ++g) {
    LaneFactor& factor = factors_.emplace_back(plan_, lanes_.n_lanes());
    n_entries_ = factor.n_entries();
    for (int lane = 0; lane < lanes_.n_lanes(); ++lane) {
      const auto mode = static_cast<std::size_t>(g * lanes_.n_lanes() + lane);
      if (mode >= lanes_.eigenvalues().size()) break;
      const double lambda = lanes_.eigenvalues()[mode];
      rows.values.assign(rows.columns.size(), 0.0);
      for (std::size_t e = 0; e < all.elements.size(); ++e)
        add_element(all.elements[e].condensed(lambda), all.unknowns_of(e), all.n_outer, rows);
      // Holds the last unknown at zero, for right-hand sides of sum zero.
      if (is_singular && lambda == 0 && !plan_.order.empty())
        rows.values[assembly.diagonal[plan_.order.back()]] *= 2;
      factor.set(lane, precond::SupernodalFactor(plan_, rows));
    }
  }
}

void Skeleton::make_exchanges(const comm::Communicator& communicator) {
  const auto width = static_cast<std::size_t>(lanes_.n_slots_of_group());
  std::vector<std::size_t> out, in;
  for (int rank = 0; rank < n_ranks_; ++rank) {
    out.push_back(own_.size() * width * (first_group(rank + 1) - first_group(rank)));
    in.push_back(numbers_[rank].size() * width * factors_.size());
  }
  to_owners_ = std::make_unique<comm::AllToAll>(communicator, out, in);
  back_ = std::make_unique<comm::AllToAll>(communicator, in, out);
}

std::size_t Skeleton::n_bytes() const {
  return factors_.size() * n_entries_ * lanes_.n_lanes() * sizeof(double);
}

void Skeleton::send_to_owners(const double* values) {
  const base::Stopwatch watch;
  const std::size_t size = own_.size() * lanes_.n_slots_of_group();
  for (int rank = 0; rank < n_ranks_; ++rank)
    std::copy(values + first_group(rank) * size, values + first_group(rank + 1) * size,
              to_owners_->send_block(rank));
  to_owners_->begin();
  to_owners_->finish();
  exchange_seconds_ += watch.seconds();
}

void Skeleton::solve_group(int group) {
  const auto width = static_cast<std::size_t>(lanes_.n_slots_of_group());
  std::ranges::fill(rows_, 0.0);
  for (int rank = 0; rank < n_ranks_; ++rank) {
    const double* from = to_owners_->recv_block(rank) + group * numbers_[rank].size() * width;
    for (const int unknown : numbers_[rank]) {
      double* const to = rows_.data() + row_of_[unknown] * width;
      for (std::size_t i = 0; i < width; ++i) to[i] += *from++;
    }
  }
  factors_[group].solve(rows_.data(), lanes_.n_sides());
  for (int rank = 0; rank < n_ranks_; ++rank) {
    double* to = back_->send_block(rank) + group * numbers_[rank].size() * width;
    for (const int unknown : numbers_[rank])
      to = std::copy_n(rows_.data() + row_of_[unknown] * width, width, to);
  }
}

void Skeleton::send_back(double* values) {
  const base::Stopwatch watch;
  back_->begin();
  back_->finish();
  const std::size_t size = own_.size() * lanes_.n_slots_of_group();
  for (int rank = 0; rank < n_ranks_; ++rank)
    std::copy_n(back_->recv_block(rank), (first_group(rank + 1) - first_group(rank)) * size,
                values + first_group(rank) * size);
  exchange_seconds_ += watch.seconds();
}

void Skeleton::solve(double* values) {
  send_to_owners(values);
  for (int group = 0; group < n_own_groups(); ++group) solve_group(group);
  send_back(values);
}

}  // namespace lobatto::extruded
