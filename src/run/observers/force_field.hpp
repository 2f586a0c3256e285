#pragma once

#include <array>
#include <optional>
#include <vector>

#include "run/setup/formulas.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {

/// The force per mass of forcing.body and forcing.buoyancy at all nodes of the fluid.
class ForceField {
 public:
  explicit ForceField(const Simulation& simulation);

  /// Of the current solution, of time t. Zero in solids. Throws base::Error on every rank where a
  /// value is not finite. Collective.
  const space::VectorField& evaluate(double t);

 private:
  void set_body_force(double t);
  void add_buoyancy(const physics::Buoyancy& buoyancy);

  const Simulation& simulation_;
  Formulas formulas_;
  std::optional<physics::VectorSource> body_;
  space::VectorField force_;
};

}  // namespace lobatto::run
