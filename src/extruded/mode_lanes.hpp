#pragma once

#include <span>
#include <vector>

namespace lobatto::extruded {

/// Modes whose plane problems are solved side by side: a lane each eigenvalue, and a side each of
/// the modes that share it. A cosine and a sine of a periodic line do, hence a factor.
struct ModeGroup {
  std::vector<double> eigenvalues;  ///< by lane; lanes after them have no mode
  int n_sides = 1;
  int first_slot = 0;  ///< [side][lane] from here on
};

/// The modes of a line, laid out in groups with room for n_lanes eigenvalues each.
class ModeLanes {
 public:
  /// Of the eigenvalues of all modes, in any order.
  explicit ModeLanes(std::span<const double> eigenvalues);

  [[nodiscard]] int n_lanes() const { return n_lanes_; }
  [[nodiscard]] const std::vector<ModeGroup>& groups() const { return groups_; }
  [[nodiscard]] int n_groups() const { return static_cast<int>(groups_.size()); }
  [[nodiscard]] int n_eigenvalues() const { return n_eigenvalues_; }  ///< different ones
  /// Groups are dealt out to ranks in their order: this one has those from here to the first one of
  /// the next.
  [[nodiscard]] int first_group(int rank, int n_ranks) const {
    return static_cast<int>(static_cast<long long>(rank) * n_groups() / n_ranks);
  }
  [[nodiscard]] int n_slots(const ModeGroup& group) const { return n_lanes_ * group.n_sides; }
  [[nodiscard]] int n_slots() const { return static_cast<int>(slots_.size()); }
  /// -1 where a slot has no mode. [n_slots]
  [[nodiscard]] const std::vector<int>& modes() const { return modes_; }
  /// Eigenvalues of the slots, 1 where a slot has no mode. [n_slots]
  [[nodiscard]] const std::vector<double>& slots() const { return slots_; }

 private:
  int n_lanes_, n_eigenvalues_;
  std::vector<ModeGroup> groups_;
  std::vector<double> slots_;
  std::vector<int> modes_;
};

}  // namespace lobatto::extruded
