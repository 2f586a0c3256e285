#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "stability/perturbation.hpp"

namespace lobatto::residents {

/// What a case may be besides a box of a fluid that moves by itself: not everything lives with all
/// of it.
enum class Trait {
  moved_box,
  mesh_file,
  solids,
  prescribed_velocity,
  variable_coefficients,
  linearised,
  characteristics,
  moving_mesh,
  low_mach
};

struct TraitText {
  Trait trait;
  const char* name;   ///< of a column
  const char* where;  ///< "where ..." of a message
};
inline constexpr std::array traits{
    TraitText{Trait::moved_box, "`mesh.map`", "where mesh.map moves the box"},
    TraitText{Trait::mesh_file, "`mesh.file`", "where the mesh is of a file"},
    TraitText{Trait::solids, "`[[solid]]`", "where there are solids"},
    TraitText{Trait::prescribed_velocity, "`[flow]`", "where [flow] prescribes the velocity"},
    TraitText{Trait::variable_coefficients, "viscosity varies", "where the viscosity varies"},
    TraitText{Trait::linearised, "`[stability]`", "where [stability] linearises the flow"},
    TraitText{Trait::characteristics, "`time.splitting`",
              "where time.splitting takes characteristics"},
    TraitText{Trait::moving_mesh, "mesh moves", "where the mesh moves"},
    TraitText{Trait::low_mach, "`[low_mach]`", "where [low_mach] lets the density vary"},
};

/// Of what lives with each of these: a further trait is not in a list before all that name it do.
inline const std::vector<Trait> solved_flow{Trait::moved_box, Trait::mesh_file, Trait::solids,
                                            Trait::variable_coefficients, Trait::characteristics};
inline const std::vector<Trait> any_flow{Trait::moved_box,
                                         Trait::mesh_file,
                                         Trait::solids,
                                         Trait::prescribed_velocity,
                                         Trait::variable_coefficients,
                                         Trait::characteristics};

/// The same with a perturbation of a flow.
inline const std::vector<Trait> solved_or_linearised{
    Trait::moved_box,  Trait::mesh_file,      Trait::solids, Trait::variable_coefficients,
    Trait::linearised, Trait::characteristics};
inline const std::vector<Trait> any_or_linearised{Trait::moved_box,
                                                  Trait::mesh_file,
                                                  Trait::solids,
                                                  Trait::prescribed_velocity,
                                                  Trait::variable_coefficients,
                                                  Trait::linearised,
                                                  Trait::characteristics};

/// The same and further ones.
inline std::vector<Trait> also(std::vector<Trait> list, std::initializer_list<Trait> further) {
  list.insert(list.end(), further);
  return list;
}

/// Throws base::Error where the flow is linearised: what a key says uses the solution.
void refuse_linearised(const cases::Case& the_case, const std::string& key);

/// What the case asks for of perturbations of its flow; null where it is about the flow itself.
const stability::Perturbation* perturbation_of(const cases::Case& the_case);

/// Of a perturbation that is a wave along z; 0: the flow is none.
double wave_number(const cases::Case& the_case);

bool has_trait(const cases::Case& the_case, Trait trait);

}  // namespace lobatto::residents
