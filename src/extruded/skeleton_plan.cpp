#include "extruded/skeleton_plan.hpp"

#include <algorithm>
#include <numeric>

namespace lobatto::extruded {

namespace {

/// The ids, each once, without those below 0.
std::vector<long long> distinct(std::vector<long long> ids) {
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  if (!ids.empty() && ids.front() < 0) ids.erase(ids.begin());
  return ids;
}

template <class Value>
int place_in(const std::vector<Value>& ascending, Value value) {
  if (value < 0) return -1;
  return static_cast<int>(std::ranges::lower_bound(ascending, value) - ascending.begin());
}

precond::SymmetricPattern pattern_of(const precond::VertexRows& rows) {
  precond::SymmetricPattern pattern{{0}, {}};
  for (std::size_t row = 0; row + 1 < rows.offsets.size(); ++row) {
    for (std::size_t i = rows.offsets[row]; i < rows.offsets[row + 1]; ++i)
      if (const auto column = static_cast<int>(rows.columns[i]); column != static_cast<int>(row))
        pattern.columns.push_back(column);
    pattern.offsets.push_back(static_cast<int>(pattern.columns.size()));
  }
  return pattern;
}

}  // namespace

SkeletonPlan::SkeletonPlan(std::span<const std::int64_t> ids, int n_outer,
                           const comm::Communicator& communicator)
    : n_outer_(n_outer), rank_(communicator.rank()) {
  const auto all_ids = communicator.all_gather(std::vector<long long>(ids.begin(), ids.end()));
  const auto counts =
      communicator.all_gather(std::vector<long long>{static_cast<long long>(ids.size())});
  const auto unique = distinct(all_ids);
  for (const long long id : all_ids) unknowns_.push_back(place_in(unique, id));
  std::vector<std::size_t> ends(counts.begin(), counts.end());
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  number(ends);
  n_unknowns_ = unique.size();
  elimination_ = precond::plan_elimination(pattern_of(rows()));
}

void SkeletonPlan::number(const std::vector<std::size_t>& ends) {
  std::size_t first = 0;
  for (const std::size_t end : ends) {
    const auto of_rank = std::span(unknowns_).subspan(first, end - first);
    const auto known = distinct({of_rank.begin(), of_rank.end()});
    auto& numbers = numbers_.emplace_back(known.begin(), known.end());
    if (static_cast<int>(numbers_.size()) - 1 == rank_)
      for (const int unknown : of_rank) places_.push_back(place_in(numbers, unknown));
    first = end;
  }
}

precond::VertexRows SkeletonPlan::rows() const {
  std::vector<std::vector<int>> columns(n_unknowns_);
  for (std::size_t first = 0; first < unknowns_.size(); first += n_outer_)
    for (int i = 0; i < n_outer_; ++i)
      for (int j = 0; j < n_outer_ && unknowns_[first + i] >= 0; ++j)
        if (unknowns_[first + j] >= 0)
          columns[unknowns_[first + i]].push_back(unknowns_[first + j]);
  precond::VertexRows rows;
  rows.offsets = {0};
  for (auto& of_row : columns) {
    std::ranges::sort(of_row);
    of_row.erase(std::ranges::unique(of_row).begin(), of_row.end());
    rows.columns.insert(rows.columns.end(), of_row.begin(), of_row.end());
    rows.offsets.push_back(rows.columns.size());
    std::vector<int>().swap(of_row);
  }
  rows.values.assign(rows.columns.size(), 0.0);
  return rows;
}

std::size_t SkeletonPlan::n_entries() const {
  std::size_t sum = 0;
  for (const auto& node : elimination_.supernodes)
    for (int c = 0; c < node.n_columns; ++c) sum += node.n_rows() - c;
  return sum;
}

double SkeletonPlan::factorization_flops() const {
  double sum = 0;
  for (const auto& node : elimination_.supernodes)
    for (int c = 0; c < node.n_columns; ++c) {
      const auto length = static_cast<double>(node.n_rows() - c);
      sum += length * length;
    }
  return sum;
}

}  // namespace lobatto::extruded
