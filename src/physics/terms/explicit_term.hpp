#pragma once

#include <array>
#include <span>

#include "kernels/cost.hpp"
#include "physics/terms/cotangents.hpp"
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
  /// Whether it is linear and knows its transpose.
  [[nodiscard]] virtual bool has_transpose() const { return false; }
  /// Adds E^T h to the cotangents of the fields that E reads, where it has a transpose. h: that of
  /// E, one pointer a component as in add_to.
  virtual void add_transposed(const ElementBlock& /*block*/, std::span<const double* const> /*h*/,
                              Cotangents& /*to*/) {}
  /// Of one element.
  [[nodiscard]] virtual kernels::Cost cost() const = 0;
  /// Whether it calls functions of the user, which take many points at once better than few.
  [[nodiscard]] virtual bool calls_functions() const { return false; }
  /// int of a source of a scalar, over this rank's elements, in the level that was begun last.
  [[nodiscard]] virtual double integral() const { return 0; }
  /// The work per time of a force on a block in the current level, level 0: int f . u, with M u
  /// given, [3][n_elements][n][n][n]; summed element by element, so that it does not depend on how
  /// many there are in a block. Other terms do none.
  [[nodiscard]] virtual double power(const ElementBlock& /*block*/,
                                     const std::array<const double*, 3>& /*mass_u*/) {
    return 0;
  }
  [[nodiscard]] virtual kernels::Cost power_cost() const { return {}; }
  /// Whether its power is to be told apart, as that of a filter.
  [[nodiscard]] virtual bool is_filter() const { return false; }
};

}  // namespace lobatto::physics
