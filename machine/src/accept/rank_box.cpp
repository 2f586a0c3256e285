#include "accept/rank_box.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/error.hpp"

namespace lobatto::accept {

namespace {

int product(const std::vector<int>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 1, std::multiplies<>());
}

std::vector<int> chosen_ranks(const KernelSettings& settings, int rank_directions, int n_ranks) {
  if (settings.ranks.empty()) return even_factors(n_ranks, rank_directions);
  if (static_cast<int>(settings.ranks.size()) != rank_directions ||
      product(settings.ranks) != n_ranks)
    throw base::Error(fmt::format(
        "--ranks-grid {}: expected {} numbers whose product is {}, the number of ranks, such as {}",
        by_x(settings.ranks), rank_directions, n_ranks,
        by_x(even_factors(n_ranks, rank_directions))));
  return settings.ranks;
}

}  // namespace

std::string by_x(const std::vector<int>& numbers) {
  return fmt::format("{}", fmt::join(numbers, "x"));
}

std::vector<int> even_factors(int n_ranks, int n_directions) {
  std::vector<int> factors;
  for (int left = n_directions; left > 1; --left) {
    // The largest divisor that is no larger than the left-th root of what is to be shared.
    int best = 1;
    for (int factor = 2; factor <= n_ranks; ++factor) {
      long long power = 1;
      for (int i = 0; i < left && power <= n_ranks; ++i) power *= factor;
      if (power > n_ranks) break;
      if (n_ranks % factor == 0) best = factor;
    }
    factors.push_back(best);
    n_ranks /= best;
  }
  factors.push_back(n_ranks);
  std::sort(factors.begin(), factors.end());
  return factors;
}

RankBox::RankBox(const KernelSettings& settings, const std::vector<int>& default_size,
                 int rank_directions, int rank, int n_ranks)
    : size_(settings.size.empty() ? default_size : settings.size),
      ranks_(chosen_ranks(settings, rank_directions, n_ranks)) {
  if (size_.size() != default_size.size() ||
      std::any_of(size_.begin(), size_.end(), [](int n) { return n < 1; }))
    throw base::Error(fmt::format("--size {}: expected {} numbers of 1 or more, such as {}",
                                  by_x(size_), default_size.size(), by_x(default_size)));
  ranks_.resize(size_.size(), 1);
  for (std::size_t d = 0; d < size_.size(); ++d) {
    coordinates_.push_back(rank % ranks_[d]);
    rank /= ranks_[d];
    if (!settings.is_total) size_[d] *= ranks_[d];
    if (size_[d] < ranks_[d])
      throw base::Error(fmt::format(
          "--size {} for {} ranks: fewer cells than ranks in direction {}; take more cells, or "
          "other ranks by --ranks-grid",
          by_x(size_), by_x(ranks_), d + 1));
  }
}

RankBox RankBox::with_size(const std::vector<int>& size) const {
  return {{size, true, ranks_}, size_, n_directions(), rank_at(coordinates_), product(ranks_)};
}

int RankBox::first(int direction, int coordinate) const {
  return shares(direction).first(coordinate);
}

int RankBox::first(int direction) const { return first(direction, coordinate(direction)); }

int RankBox::count(int direction) const { return shares(direction).count(coordinate(direction)); }

std::size_t RankBox::n_cells() const {
  std::size_t n = 1;
  for (int d = 0; d < n_directions(); ++d) n *= static_cast<std::size_t>(count(d));
  return n;
}

double RankBox::n_cells_in_all() const {
  return std::accumulate(size_.begin(), size_.end(), 1.0, std::multiplies<>());
}

int RankBox::neighbour(int direction, int step) const {
  auto there = coordinates_;
  there[static_cast<std::size_t>(direction)] += step;
  return rank_at(std::move(there));
}

int RankBox::rank_at(std::vector<int> coordinates) const {
  int rank = 0;
  for (std::size_t d = coordinates.size(); d-- > 0;) {
    const int n = ranks_[d];
    rank = rank * n + ((coordinates[d] % n) + n) % n;
  }
  return rank;
}

}  // namespace lobatto::accept
