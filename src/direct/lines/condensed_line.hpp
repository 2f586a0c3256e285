#pragma once

#include <span>
#include <string>
#include <vector>

#include "direct/lines/element_modes.hpp"
#include "direct/lines/line_layout.hpp"

namespace lobatto::direct {

/// A line of elements that is solved by static condensation: interiors by the modes of the
/// reference element, then the element ends, a tridiagonal system that periodic ends make cyclic.
/// What does not depend on the shift.
class CondensedLine {
 public:
  CondensedLine(std::span<const double> ticks, int order, const poly::LineConditions& conditions);

  [[nodiscard]] const LineLayout& layout() const { return layout_; }
  [[nodiscard]] const ElementModes& modes() const { return modes_; }
  /// Half the lengths of elements, once for neighbours that have the same: elements of one kind.
  [[nodiscard]] std::span<const double> half_lengths() const { return half_lengths_; }
  [[nodiscard]] int kind(int element) const { return kinds_[element]; }
  /// The assembled mass of the unknowns. [n_unknowns]
  [[nodiscard]] std::span<const double> mass() const { return mass_; }

  /// Operations of the solve of one line.
  [[nodiscard]] double flops() const;
  /// For example "condensed 8 x 7".
  [[nodiscard]] std::string description() const;

 private:
  LineLayout layout_;
  ElementModes modes_;
  std::vector<double> half_lengths_;
  std::vector<int> kinds_;  ///< [n_elements]
  std::vector<double> mass_;
};

}  // namespace lobatto::direct
