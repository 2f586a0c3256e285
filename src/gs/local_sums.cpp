#include "gs/local_sums.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>

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

/// use(i, count) for parts of 16, 8, 4, 2 and 1 of `length` groups, which vector registers take.
template <class Use>
inline __attribute__((always_inline)) void by_parts(std::size_t length, const Use& use) {
  std::size_t i = 0;
  for (; i + 16 <= length; i += 16) use(i, std::integral_constant<int, 16>());
  if ((length & 8) != 0) use(i, std::integral_constant<int, 8>()), i += 8;
  if ((length & 4) != 0) use(i, std::integral_constant<int, 4>()), i += 4;
  if ((length & 2) != 0) use(i, std::integral_constant<int, 2>()), i += 2;
  if ((length & 1) != 0) use(i, std::integral_constant<int, 1>());
}

/// `count` values, in a register.
template <int count, class Real>
struct Part {
  using Values __attribute__((vector_size(count * sizeof(Real)))) = Real;
  Values values;
  explicit Part(const Real* at) { std::memcpy(&values, at, sizeof values); }
  void operator+=(const Part& other) { values += other.values; }
  void store(Real* at) const { std::memcpy(at, &values, sizeof values); }
};
template <class Real>
struct Part<1, Real> {
  Real value;
  explicit Part(const Real* at) : value(*at) {}
  void operator+=(const Part& other) { value += other.value; }
  void store(Real* at) const { *at = value; }
};

template <class Real>
void add_two(Real* first, Real* second, std::size_t length) {
  by_parts(
      length, [=](std::size_t i, auto count) __attribute__((always_inline)) {
        Part<count(), Real> sum(first + i);
        sum += Part<count(), Real>(second + i);
        sum.store(first + i);
        sum.store(second + i);
      });
}

template <class Real>
void add_all(std::span<const std::uint32_t> members, Real* values, std::size_t length) {
  by_parts(
      length, [=](std::size_t i, auto count) __attribute__((always_inline)) {
        Part<count(), Real> sum(values + members[0] + i);
        for (const std::uint32_t member : members.subspan(1))
          sum += Part<count(), Real>(values + member + i);
        for (const std::uint32_t member : members) sum.store(values + member + i);
      });
}

/// The lines along the third index that end at one node, of which there are mostly four.
template <class Real>
void add_four(const std::uint32_t* members, Real* values) {
  const Real sum =
      ((values[members[0]] + values[members[1]]) + values[members[2]]) + values[members[3]];
  for (int m = 0; m < 4; ++m) values[members[m]] = sum;
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
  begin_piece(everything);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (is_shared[g]) append(groups.group(g), shared_offsets_, shared_members_);
  }
}

void LocalSums::begin_piece(std::size_t begin) {
  pieces_.push_back(
      {begin, pairs_.size(), pair_runs_.size(), group_offsets_.size() - 1, runs_.size()});
}

void LocalSums::add_piece(std::span<const std::span<const std::uint32_t>> groups) {
  begin_piece(groups.front().back() / piece_size * piece_size);
  while (!groups.empty()) {
    const auto group = groups.front();
    std::size_t length = run_length(groups);
    const bool is_run = length >= shortest_run;
    if (!is_run) length = 1;
    const auto n_together = static_cast<std::uint32_t>(length);
    if (group.size() == 2 && is_run) {
      pair_runs_.push_back({{group[0], group[1]}, n_together});
    } else if (group.size() == 2) {
      pairs_.push_back({group[0], group[1]});
    } else if (is_run) {
      runs_.push_back({static_cast<std::uint32_t>(run_members_.size()),
                       static_cast<std::uint32_t>(group.size()), n_together});
      run_members_.insert(run_members_.end(), group.begin(), group.end());
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
void LocalSums::add_piece_of(std::span<const std::span<Real>> fields, std::size_t piece) const {
  const Piece &begin = pieces_[piece], &end = pieces_[piece + 1];
  for (std::size_t i = begin.pairs; i < end.pairs; ++i) {
    const auto [first, second] = pairs_[i];
    for (const auto& field : fields) {
      const Real sum = field[first] + field[second];
      field[first] = field[second] = sum;
    }
  }
  for (std::size_t i = begin.pair_runs; i < end.pair_runs; ++i) {
    const auto [pair, length] = pair_runs_[i];
    for (const auto& field : fields)
      add_two(field.data() + pair.first, field.data() + pair.second, length);
  }
  for (std::size_t i = begin.groups; i < end.groups; ++i) {
    const std::span<const std::uint32_t> members(group_members_.data() + group_offsets_[i],
                                                 group_offsets_[i + 1] - group_offsets_[i]);
    for (const auto& field : fields) {
      if (members.size() == 4)
        add_four(members.data(), field.data());
      else
        add_all(members, field.data(), 1);
    }
  }
  for (std::size_t i = begin.runs; i < end.runs; ++i) {
    const auto [first_member, n_members, length] = runs_[i];
    for (const auto& field : fields)
      add_all({run_members_.data() + first_member, n_members}, field.data(), length);
  }
}

template <class Real>
std::size_t LocalSums::add(std::span<const std::span<Real>> fields, std::size_t first_piece,
                           std::size_t end) const {
  std::size_t piece = first_piece;
  for (; piece + 1 < pieces_.size() &&
         (end == everything || pieces_[piece].begin + piece_size <= end);
       ++piece)
    add_piece_of(fields, piece);
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
