#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "physics/equations/equation_system.hpp"
#include "state/state.hpp"

namespace lobatto::stability {

/// What a flow is made of as one vector: the three components of the velocity, then the scalars,
/// [n_parts][space.size()].
class FlowVector {
 public:
  /// state and equations must live as long.
  FlowVector(state::State& state, physics::EquationSystem& equations);

  [[nodiscard]] std::size_t n_parts() const { return 3 + scalars_.size(); }
  /// Of a vector.
  [[nodiscard]] std::vector<std::span<const double>> parts_of(std::span<const double> vector) const;
  /// The fields, the first n_parts of which are the velocity.
  [[nodiscard]] std::size_t n_fields() const { return 1 + scalars_.size(); }
  [[nodiscard]] static std::size_t field_of(std::size_t part) { return part < 3 ? 0 : part - 2; }

  /// A part of the current level.
  [[nodiscard]] space::Field& part_now(std::size_t part) const { return part_at(0, part); }
  /// The current level, or one so many steps before.
  [[nodiscard]] std::vector<double> now() const { return at(0); }
  [[nodiscard]] std::vector<double> at(std::size_t level) const;
  /// Makes it the current level, without a past.
  void set(std::span<const double> vector);
  /// Makes it what acts on a flow with physics::forced.
  void set_force(std::span<const double> vector);
  /// Waves in all directions to begin a search with, the same on any number of ranks: copies of a
  /// node are equal. moves_along_z: the third component is not zero. number: of several that
  /// differ.
  [[nodiscard]] std::vector<double> waves(bool moves_along_z, int number = 0) const;
  /// The mass of each node of an element, for each part: the weight of the energy
  ///   int u . v + theta phi dx.
  [[nodiscard]] std::vector<double> mass() const;
  /// Saves or loads a vector, as "stability/<name>/<part>".
  void visit(base::StateVisitor& visitor, const std::string& name, std::span<double> vector) const;

 private:
  [[nodiscard]] space::Field& part_at(std::size_t level, std::size_t part) const;

  state::State& state_;
  physics::EquationSystem& equations_;
  std::vector<const state::Variable*> scalars_;
};

/// Sums over all ranks.
struct SumOverRanks {
  const comm::Communicator& communicator;
  void operator()(std::span<double> values) const { communicator.sum(values); }
};

}  // namespace lobatto::stability
