#pragma once

#include <vector>

#include "residents/resident.hpp"

namespace lobatto::residents {

/// The force per mass of all residents that tell it, at all nodes of the fluid.
class ForceField {
 public:
  explicit ForceField(const Solution& solution);

  /// Of the current solution, of time t. Zero in solids. Throws base::Error on every rank where a
  /// value is not finite. Collective.
  const space::VectorField& evaluate(double t);

 private:
  Solution solution_;
  Formulas formulas_;
  std::vector<ForceAdder> adders_;
  space::VectorField force_;
};

}  // namespace lobatto::residents
