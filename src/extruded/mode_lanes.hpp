#pragma once

#include <span>
#include <vector>

#include "poly/line_operators.hpp"

namespace lobatto::extruded {

/// The modes of a line, laid out for plane problems that are solved side by side: groups of
/// `n_lanes` different eigenvalues, each with up to n_sides right-hand sides. A cosine and a sine
/// of a periodic line share an eigenvalue, hence a factor.
class ModeLanes {
 public:
  ModeLanes(std::span<const double> ticks, int order, const poly::LineConditions& conditions);

  [[nodiscard]] int n_lanes() const { return n_lanes_; }
  [[nodiscard]] int n_sides() const { return n_sides_; }
  [[nodiscard]] int n_groups() const { return n_groups_; }
  /// Of a group.
  [[nodiscard]] int n_slots_of_group() const { return n_lanes_ * n_sides_; }
  [[nodiscard]] int n_slots() const { return n_groups_ * n_slots_of_group(); }
  [[nodiscard]] int n_nodes() const { return modes_.rows; }
  /// Values of the modes at the nodes of the line, [n_nodes][group][side][lane]; zero where a slot
  /// has no mode.
  [[nodiscard]] const double* modes() const { return modes_.values.data(); }
  /// Different eigenvalues, ascending; those of group g are n_lanes from g n_lanes on.
  [[nodiscard]] const std::vector<double>& eigenvalues() const { return eigenvalues_; }
  /// Eigenvalues of the slots, 1 where a slot has no mode. [n_slots]
  [[nodiscard]] const std::vector<double>& slots() const { return slots_; }

 private:
  int n_lanes_ = 0, n_sides_ = 1, n_groups_ = 0;
  std::vector<double> eigenvalues_, slots_;
  poly::Matrix modes_;
};

}  // namespace lobatto::extruded
