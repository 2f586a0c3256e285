#pragma once

#include <string>
#include <vector>

#include "space/function_space.hpp"
#include "state/history.hpp"

namespace lobatto::state {

/// What a variable is made of.
struct VariableKind {
  bool is_vector = false;       ///< of three components
  int n_levels = 1;             ///< of time that are kept
  int n_saved = 0;              ///< of them, that a restart wants: now and before
  std::string save_as = {};     ///< "flow/velocity"; files of all versions know these names
  bool up_to_constant = false;  ///< nothing fixes its mean
  bool may_be_missing = false;  ///< in a file; it keeps its values then
};

/// A variable of the solution: a named field with its levels of time, newest first: level 0 is now.
/// The storage of a level is never moved: what points to it stays valid for ever, but advance()
/// makes it another level.
class Variable {
 public:
  Variable(std::string name, VariableKind kind, const space::FunctionSpace& space);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const VariableKind& kind() const { return kind_; }
  [[nodiscard]] int n_components() const { return kind_.is_vector ? 3 : 1; }

  /// One component of one level. [n_elem][k][j][i]
  [[nodiscard]] space::Field& at(std::size_t level, int component = 0) {
    return levels_.at(level)[component];
  }
  [[nodiscard]] const space::Field& at(std::size_t level, int component = 0) const {
    return levels_.at(level)[component];
  }
  [[nodiscard]] space::Field& now(int component = 0) { return at(0, component); }
  [[nodiscard]] const space::Field& now(int component = 0) const { return at(0, component); }
  /// All components of a level of a vector field.
  [[nodiscard]] space::VectorField& vector(std::size_t level = 0) { return levels_.at(level); }
  [[nodiscard]] const space::VectorField& vector(std::size_t level = 0) const {
    return levels_.at(level);
  }

  /// Makes the values of the current level zero from this node on.
  void clear_from(std::size_t node);

  /// Makes the storage of the oldest level that of the new one (its content is left as it was), and
  /// the others one level older; nothing is copied.
  void advance() { levels_.advance(); }

 private:
  std::string name_;
  VariableKind kind_;
  History<space::VectorField> levels_;  ///< components that there are not are empty
};

}  // namespace lobatto::state
