#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lobatto::mesh {

/// What several ranks know by the same numbers: a point by one, a line by its two end points
/// ascending, a face by its four corners ascending.
template <std::size_t K>
using Key = std::array<std::int64_t, K>;

/// The rank where all that concerns a key meets. Multiplications by odd numbers with well mixed
/// bits deal keys out evenly, as in Fibonacci hashing.
template <std::size_t K>
int rank_of_key(const Key<K>& key, int n_ranks) {
  std::uint64_t hash = 0;
  for (const std::int64_t number : key) {
    hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 32;
  }
  return static_cast<int>((hash * 0xd6e8feb86659fd93U >> 32) % static_cast<std::uint64_t>(n_ranks));
}

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
