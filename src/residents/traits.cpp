#include "residents/traits.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "stability/mode_search.hpp"
#include "stability/otd_search.hpp"
#include "stability/resolvent_search.hpp"

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
    case Trait::linearised:
      return perturbation_of(the_case) != nullptr;
    case Trait::characteristics:
      return the_case.along_characteristics;
    case Trait::moving_mesh:
      return the_case.mesh_moves;
    case Trait::low_mach:
      return the_case.density_varies;
  }
  return false;
}

const stability::Perturbation* perturbation_of(const cases::Case& the_case) {
  const auto& modes = the_case.extensions.of<stability::ModeSettings>();
  if (!modes.empty()) return &modes.front().perturbation;
  const auto& otd = the_case.extensions.of<stability::OtdSettings>();
  if (!otd.empty()) return &otd.front().perturbation;
  const auto& resolvents = the_case.extensions.of<stability::ResolventSettings>();
  return resolvents.empty() ? nullptr : &resolvents.front().perturbation;
}

double wave_number(const cases::Case& the_case) {
  const auto* perturbation = perturbation_of(the_case);
  return perturbation == nullptr ? 0 : perturbation->wave_number;
}

void refuse_linearised(const cases::Case& the_case, const std::string& key) {
  if (has_trait(the_case, Trait::linearised))
    throw base::Error(
        fmt::format("{}: uses the solution; expected place and time alone, about "
                    "which [stability] linearises the flow",
                    the_case.place(key)));
}

}  // namespace lobatto::residents
