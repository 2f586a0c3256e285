#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace lobatto::mesh {

/// What several ranks know by the same numbers: a point by one, a line by its two end points
/// ascending, a face by its four corners ascending.
template <std::size_t K>
using Key = std::array<std::int64_t, K>;

/// Multiplications by odd numbers with well mixed bits, as in Fibonacci hashing.
template <std::size_t K>
std::uint64_t hash_of(const Key<K>& key) {
  std::uint64_t hash = 0;
  for (const std::int64_t number : key) {
    hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 32;
  }
  return hash * 0xd6e8feb86659fd93U;
}

/// The rank where all that concerns a key meets; keys are dealt out evenly.
template <std::size_t K>
int rank_of_key(const Key<K>& key, int n_ranks) {
  return static_cast<int>((hash_of(key) >> 32) % static_cast<std::uint64_t>(n_ranks));
}

/// Numbers different things from 0, as they come first.
class NumberTable {
 public:
  /// For so many things, of which some may be the same.
  explicit NumberTable(std::size_t n) : slots_(std::bit_ceil(n + n / 2 + 1), nobody) {}

  /// The number for which is_same(number) holds, of a thing of that hash; where there is none, the
  /// thing is new and gets the number `next`.
  template <class IsSame>
  std::size_t number(std::uint64_t hash, std::size_t next, const IsSame& is_same) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    while (slots_[slot] != nobody && !is_same(slots_[slot])) slot = (slot + 1) & mask;
    if (slots_[slot] == nobody) slots_[slot] = static_cast<std::uint32_t>(next);
    return slots_[slot];
  }

 private:
  static constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> slots_;
};

template <class T>
void sort_and_drop_repeated(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  values.shrink_to_fit();
}

/// Where a value is in an ascending list that has it.
template <class T>
std::size_t place_in(const std::vector<T>& ascending, const T& value) {
  return static_cast<std::size_t>(std::lower_bound(ascending.begin(), ascending.end(), value) -
                                  ascending.begin());
}

}  // namespace lobatto::mesh
