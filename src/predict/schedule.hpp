#pragma once

#include <optional>
#include <string_view>

#include "base/function_ref.hpp"
#include "kernels/cost.hpp"

namespace lobatto::predict {

/// Ranks first, first + stride, ...: those of a communicator.
struct RankSet {
  int first = 0;
  int stride = 1;
  int size = 1;

  [[nodiscard]] int rank(int member) const { return first + member * stride; }
  [[nodiscard]] bool has(int rank) const {
    const int member = (rank - first) / stride;
    return rank >= first && (rank - first) % stride == 0 && member < size;
  }
};

/// Messages that all ranks send and receive at one point of the step.
class Exchange {
 public:
  using Visit = base::FunctionRef<void(int partner, double bytes)>;

  virtual ~Exchange() = default;
  /// Messages of one rank, in the order in which it sends them; none is empty, none to itself.
  virtual void sends(int rank, Visit visit) const = 0;
  virtual void receives(int rank, Visit visit) const = 0;
  /// The group whose members all send to all, and which exchanges its blocks in shared memory where
  /// it lies on one node; none for messages between neighbours.
  [[nodiscard]] virtual std::optional<RankSet> group_of(int rank) const = 0;
};

/// What a step is told to, operation after operation, each for all ranks at once: all ranks do the
/// same operations in the same order. What is handed over lives as long as the call.
class ScheduleSink {
 public:
  using CostOf = base::FunctionRef<kernels::Cost(int rank)>;

  virtual ~ScheduleSink() = default;
  /// Counted work in a region of the profiler, such as physics::name_of() a part.
  virtual void compute(std::string_view region, CostOf cost_of) = 0;
  virtual void exchange(const Exchange& messages) = 0;
  /// A reduction whose result all ranks of the set get; bytes that each hands in.
  virtual void all_reduce(const RankSet& ranks, double bytes) = 0;
};

}  // namespace lobatto::predict
