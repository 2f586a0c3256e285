#include "residents/observers/force_field.hpp"

#include "residents/residents.hpp"

namespace lobatto::residents {

ForceField::ForceField(const Solution& solution)
    : solution_(solution),
      formulas_(solution.the_case),
      force_(solution.space.make_vector_field()) {
  for (const auto& make : all)
    if (const auto force = make().force) adders_.push_back(force(solution_, formulas_));
}

const space::VectorField& ForceField::evaluate(double t) {
  for (auto& component : force_) component.fill(0.0);
  for (const auto& add : adders_) add(t, force_);
  formulas_.throw_fault(solution_.space.communicator());
  return force_;
}

}  // namespace lobatto::residents
