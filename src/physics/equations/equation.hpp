#pragma once

#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "physics/equations/given_derivatives.hpp"
#include "physics/step_report.hpp"
#include "physics/terms/cotangents.hpp"
#include "time/step_history.hpp"

namespace lobatto::physics {

/// What the transpose of a step leaves for the levels before: with phi^{n+1} = S phi_hat, the
/// cotangents of phi_hat and of the pressure's right-hand side, less their sign.
struct TransposedStep {
  time::NextStep taken;
  Cotangents hat;
  space::Field pressure = {};
  FieldsGivenDerivatives* given = nullptr;  ///< null where nobody asks for them
};

/// One equation of a system: declares the fields that it solves for in the state, has them carried,
/// and solves its implicit part.
class Equation {
 public:
  virtual ~Equation() = default;

  /// Keeps what it needs of the current level, which is about to become the level before.
  virtual void record() {}
  /// Of the step that is being taken, before any equation is solved: what is known of it.
  virtual void prepare(const time::NextStep& /*next*/) {}
  /// The new level of its fields, from their provisional values; adds what it did to the report.
  /// Collective.
  virtual void solve(const time::NextStep& next, StepReport& report) = 0;
  /// The new level of its fields passes through what stands at the end of a step. Collective.
  virtual void end_step(const time::NextStep& /*next*/) {}
  /// Of a step that is complete. Collective.
  virtual void finish(const time::NextStep& /*next*/, StepReport& /*report*/) {}
  /// The run begins anew, at time t, with the velocity and the scalars of the current level: sets
  /// further fields that follow from these. Collective.
  virtual void begin(double /*t*/) {}
  /// The current level is given, of time t: imposes what the boundary fixes.
  virtual void impose(double /*t*/) {}
  /// The mesh has moved: takes places, normals and masses anew. Collective.
  virtual void follow_mesh() {}
  /// A level of time t was loaded, as the current one.
  virtual void restore(double /*t*/) {}
  /// Whether it knows the transpose of solve(), for where it is linear.
  [[nodiscard]] virtual bool has_transpose() const { return false; }
  /// That, where it has one: from the cotangents of the new level, which it may change, those of
  /// phi_hat; step.taken is given. Collective.
  virtual void solve_transposed(Cotangents& /*of_new*/, TransposedStep& /*step*/) {}
  /// Adds the transpose of what the equation itself took of a level, so many steps before that
  /// which the step began with.
  virtual void add_transposed_past(const TransposedStep& /*step*/, int /*level*/,
                                   Cotangents& /*to*/) const {}
  /// What the boundary gives of its field, the same parts on all ranks. Collective.
  [[nodiscard]] virtual std::vector<GivenOnPart> given_on_boundary() const { return {}; }
  /// Whether impose() makes these the values of the current level.
  [[nodiscard]] virtual bool imposes() const { return false; }
  /// Makes the cotangents of values that the boundary fixes zero.
  virtual void drop_fixed(Cotangents& /*of_current*/) const {}
  /// As HelmholtzSolver::tighten.
  virtual void tighten_solvers(double /*factor*/) {}
  /// What its solvers remember from step to step, and only saves iterations.
  virtual void visit_solvers(base::StateVisitor& visitor, const base::RowSet& elements) = 0;
  /// The solver of each implicit problem, for people: "pressure tensor-direct, velocity jacobi-cg".
  [[nodiscard]] virtual std::string describe_solvers() const = 0;
};

}  // namespace lobatto::physics
