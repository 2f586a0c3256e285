#include "precond/coarse/rank_groups.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace lobatto::precond {

namespace {

/// Groups differ by one rank at most.
int group_of(int rank, int n_ranks, int n_groups) {
  if (n_groups < 1 || n_groups > n_ranks)
    throw base::Error("the coarse problem on " + std::to_string(n_groups) + " of " +
                      std::to_string(n_ranks) + " ranks: expected 1 to all of them");
  return static_cast<int>((static_cast<long long>(rank) * n_groups) / n_ranks);
}

}  // namespace

RankGroups::RankGroups(int n_groups, std::size_t n_values, const comm::Communicator& communicator)
    : group_(communicator.split(group_of(communicator.rank(), communicator.size(), n_groups),
                                communicator.rank())),
      leaders_(communicator.split(group_.rank() == 0 ? 0 : 1, communicator.rank())),
      n_own_(n_values),
      to_leader_(group_),
      from_leader_(group_) {
  describe_messages();
}

void RankGroups::describe_messages() {
  const std::array<long long, 1> own{static_cast<long long>(n_own_)};
  const auto counts = group_.all_gather(std::span<const long long>(own));
  const auto n_all = static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), 0LL));
  values_ = base::AlignedArray<double>(is_leader() ? n_all : n_own_);
  if (!is_leader()) {
    if (n_own_ == 0) return;
    to_leader_.add_send(values_.data(), n_own_, 0);
    from_leader_.add_receive(values_.data(), n_own_, 0);
    return;
  }
  auto first = n_own_;
  for (int rank = 1; rank < group_.size(); ++rank) {
    const auto n = static_cast<std::size_t>(counts[rank]);
    if (n > 0) {
      to_leader_.add_receive(values_.data() + first, n, rank);
      from_leader_.add_send(values_.data() + first, n, rank);
    }
    first += n;
  }
}

void RankGroups::gather(std::span<const double> own) {
  std::copy(own.begin(), own.end(), values_.data());
  to_leader_.start_all();
  to_leader_.wait_all();
}

void RankGroups::scatter(std::span<double> own) {
  from_leader_.start_all();
  from_leader_.wait_all();
  std::copy_n(values_.data(), own.size(), own.begin());
}

}  // namespace lobatto::precond
