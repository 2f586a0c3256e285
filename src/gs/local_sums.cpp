#include "gs/local_sums.hpp"

#include <algorithm>
#include <numeric>

namespace lobatto::gs {

namespace {

void append(std::span<const std::uint32_t> group, std::vector<std::uint32_t>& offsets,
            std::vector<std::uint32_t>& members) {
  members.insert(members.end(), group.begin(), group.end());
  offsets.push_back(static_cast<std::uint32_t>(members.size()));
}

/// The groups in the order of their first members, so that the values are visited in the order of
/// memory.
std::vector<std::size_t> in_order_of_memory(const IdGroups& groups) {
  std::vector<std::size_t> order(groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return groups.group(a).front() < groups.group(b).front();
  });
  return order;
}

template <class Sum, class Real>
Sum sum_of(std::span<const std::uint32_t> members, std::span<const Real> values) {
  Sum sum = values[members.front()];
  for (const std::uint32_t i : members.subspan(1)) sum += values[i];
  return sum;
}

}  // namespace

LocalSums::LocalSums(const IdGroups& groups, const std::vector<bool>& is_shared) {
  for (const std::size_t g : in_order_of_memory(groups)) {
    const auto group = groups.group(g);
    if (is_shared[g] || group.size() < 2) continue;
    if (group.size() == 2) {
      pairs_.push_back({group[0], group[1]});
    } else {
      append(group, group_offsets_, group_members_);
    }
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (is_shared[g]) append(groups.group(g), shared_offsets_, shared_members_);
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
void LocalSums::add(std::span<Real> values) const {
  for (const auto [first, second] : pairs_) {
    const Real sum = values[first] + values[second];
    values[first] = sum;
    values[second] = sum;
  }
  for (std::size_t g = 0; g + 1 < group_offsets_.size(); ++g) {
    const std::span<const std::uint32_t> members(group_members_.data() + group_offsets_[g],
                                                 group_offsets_[g + 1] - group_offsets_[g]);
    const Real sum = sum_of<Real>(members, std::span<const Real>(values));
    for (const std::uint32_t i : members) values[i] = sum;
  }
}

void LocalSums::gather_shared(std::span<const double> values, std::span<double> sums) const {
  gather(values, sums);
}
void LocalSums::scatter_shared(std::span<const double> totals, std::span<double> values) const {
  scatter(totals, values);
}
void LocalSums::add_unshared(std::span<double> values) const { add(values); }
void LocalSums::gather_shared(std::span<const float> values, std::span<double> sums) const {
  gather(values, sums);
}
void LocalSums::scatter_shared(std::span<const double> totals, std::span<float> values) const {
  scatter(totals, values);
}
void LocalSums::add_unshared(std::span<float> values) const { add(values); }

}  // namespace lobatto::gs
