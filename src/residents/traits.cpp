#include "residents/traits.hpp"

namespace lobatto::residents {

bool has_trait(const cases::Case& the_case, Trait trait) {
  switch (trait) {
    case Trait::moved_box:
      return the_case.map && !the_case.mesh_file;
    case Trait::mesh_file:
      return the_case.mesh_file.has_value();
    case Trait::solids:
      return !the_case.solids.empty();
    case Trait::prescribed_velocity:
      return the_case.prescribed_velocity.has_value();
    case Trait::variable_coefficients:
      return the_case.viscosity.field.has_value();
  }
  return false;
}

}  // namespace lobatto::residents
