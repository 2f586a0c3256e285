#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "comm/communicator.hpp"

namespace lobatto::gs {

/// Direct stiffness summation Q Q^T: every group of local values (on any rank) that carries the
/// same global id is replaced by its sum. Ids are arbitrary non-negative 64-bit numbers; a negative
/// id takes no part. All copies get the same bits: each rank adds its own copies in the order of
/// their indices, then the sums of the ranks are added in the order of the ranks.
class GatherScatter {
 public:
  /// Collective. global_ids [n_local], one id a local value. O(n_local log n_local) work,
  /// O(n_local) memory.
  GatherScatter(std::span<const std::int64_t> global_ids, const comm::Communicator& communicator);
  ~GatherScatter();
  GatherScatter(GatherScatter&&) noexcept;
  GatherScatter& operator=(GatherScatter&&) noexcept;

  /// values [n_local], in place. Collective.
  void add(std::span<double> values) const;
  /// In single precision within the rank; what crosses ranks is summed in double.
  void add(std::span<float> values) const;
  /// Several fields of n_local values each in one exchange. At most max_fields.
  static constexpr int max_fields = 4;
  void add(std::span<const std::span<double>> fields) const;

  /// add in two halves: begin sends what other ranks wait for, finish adds what they sent and sums
  /// within the rank. In between, values that no other rank holds may still be changed. Both
  /// collective, one exchange at a time.
  void add_begin(std::span<const std::span<double>> fields) const;
  /// Between the two, lets messages move on that need this rank's help; as often as is liked.
  void progress() const;
  void add_finish(std::span<const std::span<double>> fields) const;

  /// Local indices of the values that other ranks hold too, in no particular order.
  [[nodiscard]] std::span<const std::uint32_t> shared_values() const;

  /// 1 / (number of copies of each value over all ranks); for inner products over unassembled
  /// fields. [n_local]
  [[nodiscard]] std::span<const double> inverse_multiplicity() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lobatto::gs
