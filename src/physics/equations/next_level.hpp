#pragma once

#include <optional>
#include <span>
#include <stdexcept>

#include "space/function_space.hpp"
#include "state/variable.hpp"
#include "time/step_history.hpp"

namespace lobatto::physics {

/// The storage that becomes the next level of a field phi. Three fields live in it one after
/// another: the oldest level phi^{n-2}; phi_hat, which is made of it block by block; and phi^{n+1},
/// which the solve puts there once all of phi_hat has been taken, where it may keep right-hand
/// sides of blocks of which it has. Where the solve begins with a guess, that is made together with
/// phi_hat: the levels before, extrapolated, of which the oldest is gone then.
class NextLevel {
 public:
  /// The field must live as long.
  explicit NextLevel(state::Variable& field) : field_(field) {}

  /// The field was advanced: the storage holds the oldest level.
  void begin() { is_solved_ = false; }
  /// phi^{n-level}, where phi_hat is not made yet.
  [[nodiscard]] const space::Field& before(int level, int component) const {
    return field_.at((level + 1) % time::max_order, component);
  }
  /// phi_hat, where it is made.
  [[nodiscard]] space::Field& hat(int component = 0) {
    if (is_solved_) throw std::logic_error("the new level of " + field_.name() + " is there");
    return field_.now(component);
  }
  /// Where the solve puts phi^{n+1}.
  [[nodiscard]] space::Field& solution(int component = 0) { return field_.now(component); }
  /// Makes room for guesses, of as many nodes as `space` has, where there is none.
  void take_guesses(const space::FunctionSpace& space) {
    if (guess_) return;
    guess_.emplace("guess of " + field_.name(), state::VariableKind{field_.kind().is_vector},
                   space);
  }
  /// None without room.
  [[nodiscard]] std::optional<std::span<double>> guess(int component = 0) {
    if (!guess_) return {};
    return guess_->now(component);
  }
  /// The same as a field, where there is room: the levels before, extrapolated, until the next
  /// step.
  [[nodiscard]] const state::Variable& prediction() const { return guess_.value(); }
  /// An error of phi^{n+1}, as a root mean square over the volume, that its solve need not go
  /// below, as LocalErrors has it; 0: none is known.
  [[nodiscard]] double enough() const { return enough_; }
  void set_enough(double error) { enough_ = error; }
  /// It is there.
  void finish() { is_solved_ = true; }

 private:
  state::Variable& field_;
  std::optional<state::Variable> guess_;
  double enough_ = 0;
  bool is_solved_ = true;
};

}  // namespace lobatto::physics
