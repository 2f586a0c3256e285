#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/vectors/vector_updates.hpp"
#include "physics/equations/characteristics.hpp"
#include "physics/equations/next_level.hpp"
#include "physics/terms/end_of_step.hpp"
#include "physics/terms/explicit_term.hpp"
#include "physics/work_region.hpp"
#include "space/advection.hpp"
#include "space/function_space.hpp"
#include "space/transposed_advection.hpp"
#include "state/variable.hpp"
#include "time/step_history.hpp"

namespace lobatto::physics {

/// An unknown phi that a velocity u carries, a scalar or a vector:
///   d phi/dt + E = implicit terms,   E = u . grad phi + terms,
/// or E = terms where it is not advected,
///   phi_hat = sum_k beta_k phi^{n-k} - sum_k a_k E^{n-k} + g^{n+1}
/// Along characteristics E = terms, and phi_hat has the sum of Characteristics for the first.
class CarriedField {
 public:
  /// space: where the field is solved for, the whole or its fluid. Both must live as long.
  CarriedField(state::Variable& field, const space::FunctionSpace& space, bool is_advected);

  [[nodiscard]] state::Variable& field() { return field_; }
  [[nodiscard]] const state::Variable& field() const { return field_; }
  [[nodiscard]] bool is_advected() const { return is_advected_; }
  [[nodiscard]] bool is_along_characteristics() const { return is_along_characteristics_; }
  /// phi_hat and what the solve makes of it.
  [[nodiscard]] NextLevel& next() { return next_; }
  [[nodiscard]] const NextLevel& next() const { return next_; }
  /// Filters follow all other terms.
  void add(std::unique_ptr<ExplicitTerm> term);
  [[nodiscard]] const std::vector<std::unique_ptr<ExplicitTerm>>& terms() const { return terms_; }
  /// In the order in which they are added. Fields may share one.
  void add_at_end(std::shared_ptr<EndOfStep> end) { ends_.push_back(std::move(end)); }
  /// One component of the new level passes through them; returns what all changed. Collective.
  EndOfStep::Sums end_step(int component, const DirichletValues& given);
  /// Whether it has something whose power is to be told apart.
  [[nodiscard]] bool is_filtered() const;
  /// The most that all terms but filters make of E at a node, in the part of the level before that
  /// was evaluated, this rank's; of a scalar alone.
  [[nodiscard]] double largest_rate() const { return largest_rate_; }
  /// g, a force that is known at the new time and not extrapolated; must live as long.
  void set_known_force(const space::VectorField& force) { known_force_ = &force; }

 private:
  friend class ExplicitPart;

  state::Variable& field_;
  NextLevel next_;
  const space::FunctionSpace& space_;
  bool is_advected_;
  bool is_along_characteristics_ = false;
  void make_explicit();

  /// E at the levels of the field, one step behind while the next level is made; none where it has
  /// no part.
  std::optional<state::Variable> e_;
  std::vector<std::unique_ptr<ExplicitTerm>> terms_;
  std::vector<std::shared_ptr<EndOfStep>> ends_;
  double largest_rate_ = 0;
  const space::VectorField* known_force_ = nullptr;
};

/// The explicit part of the step, of all fields that one velocity carries, evaluated for the block
/// of elements that an equation is about to use, so that it is still in cache. Solid elements
/// follow those of the fluid; nothing is carried there.
class ExplicitPart {
 public:
  /// space: the whole. velocity: carries at level 1, the level before the current one. All must
  /// live as long.
  ExplicitPart(const space::FunctionSpace& space, const state::Variable& velocity,
               int quadrature_nodes, perf::Profiler& profiler);

  /// What carries.
  [[nodiscard]] const state::Variable& velocity() const { return *velocity_; }
  /// Lets another velocity carry, before the first step.
  void set_velocity(const state::Variable& velocity) { velocity_ = &velocity; }
  /// Lets u - w carry on a mesh that moves with w, of the time that the mesh is at.
  void set_mesh_velocity(const space::VectorField& w) { mesh_velocity_ = &w; }
  /// where: the space, or its fluid. The reference stays valid.
  CarriedField& carry(state::Variable& field, const space::FunctionSpace& where,
                      bool is_advected = true);
  /// Has such a field, which is advected, carried along characteristics, before the first step.
  /// conditions: of each component on the boundary of `where`. Collective.
  void carry_along(CarriedField& carried, const space::FunctionSpace& where,
                   const std::vector<space::BoundaryConditions>& conditions);
  /// All fields that are carried so far.
  [[nodiscard]] const std::vector<std::unique_ptr<CarriedField>>& carried() const {
    return carried_;
  }

  /// Makes the current level of all carried fields, of time t, the level before.
  void advance(double t);
  /// Takes levels along characteristics to the new time, before phi_hat is provided. Collective.
  void follow_characteristics(const time::NextStep& next);
  /// E of the level before on all elements: before their mesh moves on.
  void evaluate();
  /// E of the level before and, with `next`, phi_hat of all carried fields on a block, where they
  /// are not there yet.
  void provide(const time::NextStep* next, const ElementBlock& block);
  /// Adds the transpose of E where all of it is linear and the velocity that carries is given: h
  /// has the cotangents of E, by the fields that are carried, `to` gets those of the fields.
  void add_transposed(Cotangents& h, Cotangents& to);

 private:
  /// Elements that are evaluated together: as many as advection takes, more where functions of the
  /// user are called.
  [[nodiscard]] int elements_together() const;
  [[nodiscard]] ElementBlock block_with(int element) const;
  void evaluate(const ElementBlock& block);
  [[nodiscard]] static bool has(const CarriedField& carried, const ElementBlock& block) {
    return block.first < carried.space_.n_elements();
  }
  void advect(const ElementBlock& block);
  /// On a block, of the level before.
  [[nodiscard]] std::array<const double*, 3> carrying_velocity(const ElementBlock& block);
  void add_transposed(const ElementBlock& block, const CarriedField& carried, Cotangents& h,
                      Cotangents& to);
  void add_terms(const ElementBlock& block);
  /// To the explicit part of one field, one pointer a component.
  void add_terms(const ElementBlock& block, CarriedField& carried, std::span<double* const> e);
  void combine(const time::NextStep& next, const ElementBlock& block);
  void combine(const time::NextStep& next, const ElementBlock& block, CarriedField& carried,
               int component);
  /// Adds sum_k beta_k phi^{n-k} of a block, carried along where that is so, to the sum.
  void add_past(const time::NextStep& next, const ElementBlock& block, const CarriedField& carried,
                int component);

  const space::FunctionSpace& space_;
  const state::Variable* velocity_;
  const space::VectorField* mesh_velocity_ = nullptr;  ///< null where the mesh stays
  int quadrature_nodes_;
  std::unique_ptr<space::Advection> advection_;
  std::unique_ptr<Characteristics> characteristics_;        ///< null where none are followed
  std::unique_ptr<space::TransposedAdvection> transposed_;  ///< null until it is asked for
  WorkRegion advection_region_, sums_region_, terms_region_;
  std::vector<std::unique_ptr<CarriedField>> carried_;
  int n_together_ = 1;
  enum class Done : char { nothing, explicit_part, hat };
  std::vector<Done> done_;          ///< by the first element of those evaluated together
  std::vector<kernels::Term> sum_;  ///< workspace
  std::vector<double> without_terms_;
  std::array<std::vector<double>, 3> relative_velocity_;  ///< of a block
};

}  // namespace lobatto::physics
