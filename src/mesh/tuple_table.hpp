#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "mesh/slices/key.hpp"

namespace lobatto::mesh {

/// The different sets among many sets of K points: two lines are the same when they have the same
/// end points, two faces when they have the same corners. O(n log n) for n sets.
template <std::size_t K>
class TupleTable {
 public:
  using Tuple = std::array<std::int64_t, K>;

  TupleTable() = default;
  explicit TupleTable(std::vector<Tuple> tuples) {
    for (Tuple& tuple : tuples) std::sort(tuple.begin(), tuple.end());
    const bool are_keys =
        std::adjacent_find(tuples.begin(), tuples.end(), std::greater_equal<>()) == tuples.end();
    if (are_keys) {
      keys_ = std::move(tuples);
      index_of_.resize(keys_.size());
      std::iota(index_of_.begin(), index_of_.end(), std::int64_t{0});
    } else {
      number(tuples);
      sort_keys();
    }
  }

  /// The number of different sets.
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(keys_.size()); }
  /// The sets, ascending, as are their points.
  [[nodiscard]] const std::vector<Tuple>& keys() const { return keys_; }
  /// Which of them the i-th set given is.
  [[nodiscard]] std::int64_t index_of(std::int64_t i) const { return index_of_[i]; }
  /// Which of them a set is; -1 when it is none.
  [[nodiscard]] std::int64_t find(Tuple tuple) const {
    std::sort(tuple.begin(), tuple.end());
    const auto at = std::lower_bound(keys_.begin(), keys_.end(), tuple);
    return at != keys_.end() && *at == tuple ? at - keys_.begin() : -1;
  }

 private:
  /// As they come first.
  void number(const std::vector<Tuple>& tuples) {
    index_of_.reserve(tuples.size());
    NumberTable numbers(tuples.size());
    for (const Tuple& tuple : tuples) {
      const std::size_t number = numbers.number(
          hash_of(tuple), keys_.size(), [&](std::size_t known) { return keys_[known] == tuple; });
      if (number == keys_.size()) keys_.push_back(tuple);
      index_of_.push_back(static_cast<std::int64_t>(number));
    }
  }

  void sort_keys() {
    std::vector<std::pair<Tuple, std::int64_t>> sorted;
    sorted.reserve(keys_.size());
    for (const Tuple& key : keys_)
      sorted.emplace_back(key, static_cast<std::int64_t>(sorted.size()));
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::int64_t> place(sorted.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      keys_[i] = sorted[i].first;
      place[sorted[i].second] = static_cast<std::int64_t>(i);
    }
    for (std::int64_t& index : index_of_) index = place[index];
  }

  std::vector<Tuple> keys_;  ///< ascending
  std::vector<std::int64_t> index_of_;
};

}  // namespace lobatto::mesh
