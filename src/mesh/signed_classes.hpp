#pragma once

#include <cstdint>
#include <vector>

namespace lobatto::mesh {

/// Classes of things that are the same, each perhaps the other way round (union-find with parity).
/// Nearly O(1) a call.
class SignedClasses {
 public:
  explicit SignedClasses(std::int64_t n);

  struct Member {
    std::int64_t root;
    bool reversed;  ///< against the root
  };
  Member find(std::int64_t i);

  /// Says that i and j are the same, the other way round if `reversed`. False when they are known
  /// to be the same the opposite way: nothing changes then.
  bool join(std::int64_t i, std::int64_t j, bool reversed);

  /// Numbers the classes from 0 in the order of their first members. [n]
  std::vector<std::int64_t> number(std::int64_t& n_classes);

 private:
  std::vector<std::int64_t> parent_;
  std::vector<char> reversed_;  ///< against the parent
};

}  // namespace lobatto::mesh
