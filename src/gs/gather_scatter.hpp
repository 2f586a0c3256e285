#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

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

  /// add in parts: begin sends what other ranks wait for, within sums what this rank alone holds,
  /// finish adds what the others sent. Until within, values that no other rank holds may still be
  /// changed; within may come before begin and after finish. begin and finish are collective, one
  /// exchange at a time.
  void add_begin(std::span<const std::span<double>> fields) const;
  void add_begin(std::span<double> values) const { add_begin({&values, 1}); }
  void add_begin(std::span<float> values) const;
  /// Lets messages between begin and finish move on that need this rank's help: long ones do so
  /// only while their ranks are within MPI. As often as is liked, at any time; to ask costs about
  /// as much as to work on a hundred values.
  void progress() const;
  /// Whether it is worth it again after work on n_values; n_since counts values since the last
  /// time.
  static bool is_time_for_progress(std::size_t n_values, std::size_t& n_since) {
    constexpr std::size_t between = 8192;
    n_since += n_values;
    if (n_since < between) return false;
    n_since = 0;
    return true;
  }
  void add_within(std::span<const std::span<double>> fields) const;
  void add_within(std::span<double> values) const { add_within({&values, 1}); }
  void add_within(std::span<float> values) const;
  /// add_within bit by bit, while values are still in cache: what lies below `end` of the values
  /// and has no copies beyond, from where the call before has stopped, 0 at first. Returns where it
  /// has stopped.
  std::size_t add_within(std::span<const std::span<double>> fields, std::size_t from,
                         std::size_t end) const;
  std::size_t add_within(std::span<double> values, std::size_t from, std::size_t end) const {
    return add_within({&values, 1}, from, end);
  }
  std::size_t add_within(std::span<float> values, std::size_t from, std::size_t end) const;
  /// The end of all values.
  static constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();
  void add_finish(std::span<const std::span<double>> fields) const;
  void add_finish(std::span<double> values) const { add_finish({&values, 1}); }
  void add_finish(std::span<float> values) const;

  /// Whether other ranks hold values of each element of `size` values, one after the other.
  /// [n_local / size]. Throws base::Error when the values are no whole elements.
  [[nodiscard]] std::vector<bool> shared_elements(std::size_t size) const;

  /// 1 / (number of copies of each value over all ranks); for inner products over unassembled
  /// fields. [n_local]
  [[nodiscard]] std::span<const double> inverse_multiplicity() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lobatto::gs
