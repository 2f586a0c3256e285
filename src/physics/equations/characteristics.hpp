#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "kernels/cost.hpp"
#include "kernels/vectors/vector_updates.hpp"
#include "space/advection.hpp"
#include "space/boundary.hpp"
#include "space/element_blocks.hpp"
#include "space/element_operators.hpp"
#include "state/variable.hpp"
#include "time/step_history.hpp"

namespace lobatto::physics {

using space::ElementBlock;

/// What BDF makes of old levels that the flow has carried to the new time (operator-integration-
/// factor splitting; Maday, Patera & Ronquist, J. Sci. Comput. 5 (1990) 263-292):
///   sum_q beta_q phi_q(t^{n+1}),   d phi_q/ds = -u(s) . grad phi_q,   phi_q(t^{n+1-q}) =
///   phi^{n+1-q},
/// with u(s) the polynomial in time through the levels that the step uses. As all phi_q obey one
/// linear equation, their sum is carried once: it begins with the oldest level, and takes each
/// other one in when its time has come.
///
/// Sub-steps are time::RungeKutta with Galerkin's advection: over-integrated and averaged between
/// elements by their mass. What flows in through the boundary has there the rate of change of the
/// polynomial through the levels, where the boundary fixes the field, and none elsewhere.
class Characteristics {
 public:
  /// space: the fluid; both must live as long.
  Characteristics(const space::FunctionSpace& space, space::Advection& advection);

  /// Lets a field be carried. Of each component the conditions on the boundary of `where`, the
  /// space or one that it is the fluid of; the field must live as long. Collective.
  void add(const state::Variable& field, const space::FunctionSpace& where,
           const std::vector<space::BoundaryConditions>& conditions);
  [[nodiscard]] bool empty() const { return fields_.empty(); }

  /// Makes the sums of all fields, whose levels were advanced to this step, as the velocity's were.
  /// Returns its work. Collective.
  kernels::Cost carry(const time::NextStep& next, const state::Variable& velocity);
  /// One component of the sum of a field; null where it is not carried.
  [[nodiscard]] const space::Field* sum_of(const state::Variable& field, int component) const;

 private:
  /// One component of a field.
  struct Carried {
    const state::Variable* field;
    int component;
    std::vector<char> is_given;  ///< by boundary node
    space::Field phi, next, rate;
    std::vector<double> stage = {};  ///< of a block
  };
  struct BoundaryNode {
    std::size_t node;
    std::array<double, 3> normal;
  };
  /// The place of a step between two levels that is being taken.
  struct SubStep {
    const time::NextStep& next;
    const state::Variable& velocity;
    double age;     ///< t^{n+1} less the time at which it begins
    double length;  ///< of it
    double weight;  ///< sum of the beta_q of the levels that are carried
  };

  void find_boundary();
  void find_inflow(const state::Variable& velocity);
  /// The largest Courant number over dt of the velocity at the ends of the intervals between
  /// levels, the newest first, and how many nodes have inflow. [order + 2]. Collective.
  std::vector<double> courant_rates(const time::NextStep& next, const state::Variable& velocity);
  /// The velocity on a block, at t^{n+1} - age.
  std::array<const double*, 3> velocity_at(const time::NextStep& next,
                                           const state::Variable& velocity, double age,
                                           const ElementBlock& block);
  void take_level(const time::NextStep& next, int level);
  void take(const SubStep& step);
  /// rate = u . grad of the values of a stage, averaged between elements.
  void evaluate_stage(const SubStep& step, int stage);
  const double* stage_values(Carried& carried, const SubStep& step, int stage,
                             const ElementBlock& block);
  void advect(const ElementBlock& block, const std::array<const double*, 3>& u,
              std::span<const double* const> values, std::span<double* const> rates);
  void average_rates();
  void set_inflow(const time::NextStep& next, const state::Variable& velocity);
  void set_rates_of_inflow(const SubStep& step, double age);
  void combine(std::span<double> out);

  const space::FunctionSpace& space_;
  space::Advection& advection_;
  std::unique_ptr<space::ElementOperators> operators_;
  std::vector<ElementBlock> blocks_;
  space::Field parts_;  ///< of the mass at a node, each element's
  std::vector<BoundaryNode> boundary_;
  std::vector<std::size_t> inflow_;  ///< of the nodes of the boundary
  std::vector<Carried> fields_;
  std::vector<kernels::Term> sum_;               ///< workspace
  std::array<std::vector<double>, 3> velocity_;  ///< of a block
  kernels::Cost cost_;
};

}  // namespace lobatto::physics
