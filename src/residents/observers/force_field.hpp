#pragma once

#include <array>
#include <optional>
#include <vector>

#include "residents/formulas.hpp"
#include "residents/solution.hpp"

namespace lobatto::residents {

/// The force per mass of forcing.body and forcing.buoyancy at all nodes of the fluid.
class ForceField {
 public:
  explicit ForceField(const Solution& solution);

  /// Of the current solution, of time t. Zero in solids. Throws base::Error on every rank where a
  /// value is not finite. Collective.
  const space::VectorField& evaluate(double t);

 private:
  void set_body_force(double t);
  void add_buoyancy(const physics::Buoyancy& buoyancy);

  Solution solution_;
  Formulas formulas_;
  std::optional<physics::VectorSource> body_;
  space::VectorField force_;
};

}  // namespace lobatto::residents
