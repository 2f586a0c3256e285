#include "gs/local_sums.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace lobatto::gs {

namespace {

/// Values of a piece of memory: an element of a few nodes.
constexpr std::size_t piece_size = 512;
/// Shorter runs are listed group by group.
constexpr std::size_t shortest_run = 3;

/// How many groups from the first one on follow each other in memory, member by member.
std::size_t run_length(std::span<const std::span<const std::uint32_t>> groups) {
  const auto first = groups.front();
  std::size_t length = 1;
  const auto follows = [&](std::span<const std::uint32_t> group) {
    if (group.size() != first.size()) return false;
    for (std::size_t m = 0; m < first.size(); ++m)
      if (group[m] != first[m] + length) return false;
    return true;
  };
  while (length < groups.size() && follows(groups[length])) ++length;
  return length;
}

void append(std::span<const std::uint32_t> group, std::vector<std::uint32_t>& offsets,
            std::vector<std::uint32_t>& members) {
  members.insert(members.end(), group.begin(), group.end());
  offsets.push_back(static_cast<std::uint32_t>(members.size()));
}

/// The groups in the order of their last members, so that the values are visited in the order of
/// memory.
std::vector<std::size_t> in_order_of_memory(const IdGroups& groups) {
  std::vector<std::size_t> order(groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return groups.group(a).back() < groups.group(b).back();
  });
  return order;
}

template <class Sum, class Real>
Sum sum_of(std::span<const std::uint32_t> members, std::span<const Real> values) {
  Sum sum = values[members.front()];
  for (const std::uint32_t i : members.subspan(1)) sum += values[i];
  return sum;
}

/// Groups i ... i + count - 1 of a run, in vector registers.
template <int count, class Real>
void add_part(std::span<const std::uint32_t> members, std::size_t i, Real* values) {
  using Part __attribute__((vector_size(count * sizeof(Real)))) = Real;
  Part sum, next;
  std::memcpy(&sum, values + members[0] + i, sizeof sum);
  for (const std::uint32_t member : members.subspan(1)) {
    std::memcpy(&next, values + member + i, sizeof next);
    sum += next;
  }
  for (const std::uint32_t member : members) std::memcpy(values + member + i, &sum, sizeof sum);
}

}  // namespace

LocalSums::LocalSums(const IdGroups& groups, const std::vector<bool>& is_shared) {
  std::vector<std::span<const std::uint32_t>> in_piece;
  for (const std::size_t g : in_order_of_memory(groups)) {
    const auto group = groups.group(g);
    if (is_shared[g] || group.size() < 2) continue;
    if (!in_piece.empty() && group.back() / piece_size != in_piece.front().back() / piece_size) {
      add_piece(in_piece);
      in_piece.clear();
    }
    in_piece.push_back(group);
  }
  if (!in_piece.empty()) add_piece(in_piece);
  pieces_.push_back({everything, runs_.size(), pairs_.size(), group_offsets_.size() - 1});
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (is_shared[g]) append(groups.group(g), shared_offsets_, shared_members_);
  }
}

void LocalSums::add_piece(std::span<const std::span<const std::uint32_t>> groups) {
  pieces_.push_back({groups.front().back() / piece_size * piece_size, runs_.size(), pairs_.size(),
                     group_offsets_.size() - 1});
  while (!groups.empty()) {
    const auto group = groups.front();
    std::size_t length = run_length(groups);
    if (length >= shortest_run) {
      runs_.push_back({static_cast<std::uint32_t>(run_members_.size()),
                       static_cast<std::uint32_t>(group.size()),
                       static_cast<std::uint32_t>(length)});
      run_members_.insert(run_members_.end(), group.begin(), group.end());
    } else if (length = 1; group.size() == 2) {
      pairs_.push_back({group[0], group[1]});
    } else {
      append(group, group_offsets_, group_members_);
    }
    groups = groups.subspan(length);
  }
}

template <class Real>
void LocalSums::gather(std::span<const Real> values, std::span<double> sums) const {
  for (std::size_t s = 0; s < n_slots(); ++s) {
    sums[s] = sum_of<double>(
        {shared_members_.data() + shared_offsets_[s], shared_offsets_[s + 1] - shared_offsets_[s]},
        values);
  }
}

template <class Real>
void LocalSums::scatter(std::span<const double> totals, std::span<Real> values) const {
  for (std::size_t s = 0; s < n_slots(); ++s) {
    for (std::uint32_t m = shared_offsets_[s]; m < shared_offsets_[s + 1]; ++m) {
      values[shared_members_[m]] = static_cast<Real>(totals[s]);
    }
  }
}

template <class Real>
void LocalSums::add_run(const Run& run, Real* values) const {
  const std::span<const std::uint32_t> members(run_members_.data() + run.first_member,
                                               run.n_members);
  std::size_t i = 0;
  for (; i + 16 <= run.length; i += 16) add_part<16>(members, i, values);
  if (i + 8 <= run.length) i += 8, add_part<8>(members, i - 8, values);
  if (i + 4 <= run.length) i += 4, add_part<4>(members, i - 4, values);
  if (i + 2 <= run.length) i += 2, add_part<2>(members, i - 2, values);
  if (i < run.length) add_part<1>(members, i, values);
}

template <class Real>
void LocalSums::add_piece_of(Real* values, std::size_t piece) const {
  const Piece &begin = pieces_[piece], &end = pieces_[piece + 1];
  for (std::size_t run = begin.runs; run < end.runs; ++run) add_run(runs_[run], values);
  for (std::size_t pair = begin.pairs; pair < end.pairs; ++pair) {
    const auto [first, second] = pairs_[pair];
    const Real sum = values[first] + values[second];
    values[first] = sum;
    values[second] = sum;
  }
  for (std::size_t group = begin.groups; group < end.groups; ++group) {
    const std::span<const std::uint32_t> members(group_members_.data() + group_offsets_[group],
                                                 group_offsets_[group + 1] - group_offsets_[group]);
    Real sum = values[members.front()];
    for (const std::uint32_t i : members.subspan(1)) sum += values[i];
    for (const std::uint32_t i : members) values[i] = sum;
  }
}

template <class Real>
std::size_t LocalSums::add(std::span<const std::span<Real>> fields, std::size_t first_piece,
                           std::size_t end) const {
  std::size_t piece = first_piece;
  for (; piece + 1 < pieces_.size() &&
         (end == everything || pieces_[piece].begin + piece_size <= end);
       ++piece)
    for (const auto& field : fields) add_piece_of(field.data(), piece);
  return piece;
}

void LocalSums::gather_shared(std::span<const double> values, std::span<double> sums) const {
  gather(values, sums);
}
void LocalSums::scatter_shared(std::span<const double> totals, std::span<double> values) const {
  scatter(totals, values);
}
std::size_t LocalSums::add_unshared(std::span<const std::span<double>> fields,
                                    std::size_t first_piece, std::size_t end) const {
  return add(fields, first_piece, end);
}
void LocalSums::gather_shared(std::span<const float> values, std::span<double> sums) const {
  gather(values, sums);
}
void LocalSums::scatter_shared(std::span<const double> totals, std::span<float> values) const {
  scatter(totals, values);
}
std::size_t LocalSums::add_unshared(std::span<const std::span<float>> fields,
                                    std::size_t first_piece, std::size_t end) const {
  return add(fields, first_piece, end);
}

}  // namespace lobatto::gs
