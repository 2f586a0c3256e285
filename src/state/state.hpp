#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.hpp"
#include "base/state_visitor.hpp"
#include "space/function_space.hpp"
#include "state/variable.hpp"
#include "time/step_history.hpp"

namespace lobatto::state {

/// What a run knows of its solution: named variables with their past, and where it is in time.
/// Those who solve declare variables, those who watch ask for them by name; neither knows the
/// other.
class State {
 public:
  /// time_order: of the time stepping.
  State(const space::FunctionSpace& space, int time_order) : space_(space), time_(time_order) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// A new variable, of zeros; its address stays. Throws base::Error where the name is taken.
  Variable& declare(const std::string& name, VariableKind kind);
  /// Null where there is none of that name.
  [[nodiscard]] const Variable* find(std::string_view name) const;
  /// Throws base::Error, with the names that there are, where there is none of that name.
  [[nodiscard]] Variable& operator[](std::string_view name);
  [[nodiscard]] const Variable& operator[](std::string_view name) const;
  /// In the order in which they were declared. Who holds one keeps its memory, when the state is
  /// gone too.
  [[nodiscard]] const std::vector<std::shared_ptr<Variable>>& variables() const {
    return variables_;
  }

  [[nodiscard]] const space::FunctionSpace& space() const { return space_; }
  [[nodiscard]] time::StepHistory& history() { return time_; }
  [[nodiscard]] const time::StepHistory& history() const { return time_; }
  [[nodiscard]] double time() const { return time_.time(); }
  [[nodiscard]] long long n_steps() const { return time_.n_steps(); }

  /// Saves or restores time, past steps and the levels of variables that a restart wants, the
  /// oldest first. A load puts each level into level 0 and then calls recede(time), which is to
  /// make it the level before the current one with all that follows from it. Where a variable that
  /// may be missing is, the next step has no past. Collective.
  void visit_state(base::StateVisitor& visitor, base::FunctionRef<void(double time)> recede);

 private:
  /// False where there is nothing to load.
  bool visit_level(base::StateVisitor& visitor, Variable& field, int level);

  const space::FunctionSpace& space_;
  time::StepHistory time_;
  std::vector<std::shared_ptr<Variable>> variables_;
};

}  // namespace lobatto::state
