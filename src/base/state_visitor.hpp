#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lobatto::base {

/// Rows that are spread over the ranks: the i-th row of this rank belongs to keys[i] >= 0. A key is
/// held by one rank alone, whatever the number of ranks, so that rows can be found again on another
/// number of ranks. The row length, in values, is the same on all ranks.
struct RowSet {
  std::string name;
  std::span<const std::int64_t> keys;
  std::size_t row_length = 0;
};

/// Walks over everything that a run must remember to go on as if it had never stopped. What has a
/// state names its parts to the visitor one after another, in one function for saving and loading
/// alike, so that the two cannot differ. Names are paths, "flow/velocity/0/u"; each is visited
/// once. All visits are collective, in the same order on every rank.
class StateVisitor {
 public:
  StateVisitor() = default;
  virtual ~StateVisitor() = default;
  StateVisitor(const StateVisitor&) = delete;
  StateVisitor& operator=(const StateVisitor&) = delete;

  /// True where visits overwrite what they are given.
  [[nodiscard]] virtual bool loads() const = 0;
  /// False where a load would not find `name`; always true when saving.
  [[nodiscard]] virtual bool has(const std::string& name) const = 0;

  /// The same on every rank. A load resizes the vector.
  virtual void visit(const std::string& name, double& value) = 0;
  virtual void visit(const std::string& name, std::int64_t& value) = 0;
  virtual void visit(const std::string& name, std::vector<double>& values) = 0;
  /// One row a key, one after another.
  virtual void visit(const std::string& name, const RowSet& rows, std::span<double> values) = 0;
  virtual void visit(const std::string& name, const RowSet& rows, std::span<float> values) = 0;
};

}  // namespace lobatto::base
