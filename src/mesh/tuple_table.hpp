#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lobatto::mesh {

/// The different sets among many sets of K points: two lines are the same when they have the same
/// end points, two faces when they have the same corners. O(n log n) for n sets.
template <std::size_t K>
class TupleTable {
 public:
  using Tuple = std::array<std::int64_t, K>;

  TupleTable() = default;
  explicit TupleTable(std::vector<Tuple> tuples) : index_of_(tuples.size()) {
    std::vector<std::int64_t> order(tuples.size());
    for (std::size_t i = 0; i < tuples.size(); ++i) {
      std::sort(tuples[i].begin(), tuples[i].end());
      order[i] = static_cast<std::int64_t>(i);
    }
    if (!std::is_sorted(tuples.begin(), tuples.end()))
      std::sort(order.begin(), order.end(),
                [&](std::int64_t i, std::int64_t j) { return tuples[i] < tuples[j]; });
    for (const std::int64_t i : order) {
      if (keys_.empty() || keys_.back() != tuples[i]) keys_.push_back(tuples[i]);
      index_of_[i] = static_cast<std::int64_t>(keys_.size()) - 1;
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
  std::vector<Tuple> keys_;  ///< ascending
  std::vector<std::int64_t> index_of_;
};

}  // namespace lobatto::mesh
