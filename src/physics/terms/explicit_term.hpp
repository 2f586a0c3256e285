#pragma once

#include <array>
#include <span>

#include "kernels/cost.hpp"
#include "space/element_blocks.hpp"

namespace lobatto::physics {

using space::ElementBlock;

/// One term of an equation, d phi/dt + E(phi) = implicit terms, that is extrapolated in time. Adds
/// what it is to E: a force f adds -f.
class ExplicitTerm {
 public:
  virtual ~ExplicitTerm() = default;

  /// Before the first block of a level of time t, which is level 1 of the fields of the state.
  virtual void begin(double /*t*/) {}
  /// E of the elements of a block, one pointer a component to the first value of its first element.
  virtual void add_to(const ElementBlock& block, std::span<double* const> e) = 0;
  /// Of one element.
  [[nodiscard]] virtual kernels::Cost cost() const = 0;
  /// Whether it calls functions of the user, which take many points at once better than few.
  [[nodiscard]] virtual bool calls_functions() const { return false; }
  /// int of a source of a scalar, over this rank's elements, in the level that was begun last.
  [[nodiscard]] virtual double integral() const { return 0; }
  /// The work per time of a force on element e in the current level, level 0: int f . u, with M u
  /// given, [3][n][n][n]. Other terms do none.
  [[nodiscard]] virtual double power(int /*e*/, const std::array<const double*, 3>& /*mass_u*/) {
    return 0;
  }
  /// The same of a block. [n_elements][n][n][n]
  [[nodiscard]] virtual double power_of_block(const ElementBlock& block,
                                              const std::array<const double*, 3>& mass_u) {
    double sum = 0;
    for (int b = 0; b < block.n_elements; ++b) {
      const std::size_t at = b * (block.n_values / block.n_elements);
      sum += power(block.first + b, {mass_u[0] + at, mass_u[1] + at, mass_u[2] + at});
    }
    return sum;
  }
  [[nodiscard]] virtual kernels::Cost power_cost() const { return {}; }
  /// Whether its power is to be told apart, as that of a filter.
  [[nodiscard]] virtual bool is_filter() const { return false; }
};

}  // namespace lobatto::physics
