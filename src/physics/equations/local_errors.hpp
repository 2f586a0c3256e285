#pragma once

#include <optional>
#include <vector>

#include "base/state_visitor.hpp"
#include "physics/equations/explicit_part.hpp"
#include "space/function_space.hpp"
#include "time/step_history.hpp"

namespace lobatto::physics {

/// The errors that steps of third order make in the fields that are watched, from the levels that
/// they know, and what of them the solves of the next step may leave: a part of the error of third
/// order (time::third_order_error), so that solvers change results by less than the step does.
class LocalErrors {
 public:
  /// Of a field with a prediction (NextLevel). where: the space that it is solved for in.
  /// at_rest: a length per step; a field below it, as velocity, has no error. Both must live as
  /// long.
  void watch(CarriedField& carried, const space::FunctionSpace& where, double at_rest = 0);

  /// In parts of the fields: of second order the largest, of third order the least, which tells
  /// what solvers may leave in all of them.
  struct Errors {
    double second_order = 0, third_order = 0;
  };
  /// After a step: sets NextLevel::enough of each field, zero where the order was another. Nothing
  /// without a field, or of another order. Collective.
  std::optional<Errors> measure(const time::NextStep& next);

  /// What the next step may leave.
  void visit_state(base::StateVisitor& visitor);

 private:
  struct Watched {
    CarriedField& carried;
    const space::FunctionSpace& where;
    double at_rest;
  };
  /// Integrals over the volume of the squares of the new level, and of it less its extrapolations
  /// of third and second order.
  struct Squares {
    double field = 0, third = 0, second = 0;
  };
  [[nodiscard]] static Squares squares_of(const Watched& watched, const time::NextStep& next);
  Errors set(const Watched& watched, const time::NextStep& next, const Squares& squares);

  std::vector<Watched> watched_;
};

}  // namespace lobatto::physics
