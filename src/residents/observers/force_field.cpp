#include "residents/observers/force_field.hpp"

#include "residents/table.hpp"

namespace lobatto::residents {

ForceField::ForceField(const Solution& solution)
    : solution_(solution),
      formulas_(solution.the_case),
      force_(solution.space.make_vector_field()) {}

const space::VectorField& ForceField::evaluate(double t) {
  for (auto& component : force_) component.fill(0.0);
  for (const auto& make : all)
    if (const auto add = make().add_force) add(solution_, formulas_, t, force_);
  formulas_.throw_fault(solution_.space.communicator());
  return force_;
}

}  // namespace lobatto::residents
