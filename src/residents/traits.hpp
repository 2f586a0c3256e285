#pragma once

#include <array>
#include <vector>

#include "case/case.hpp"

namespace lobatto::residents {

/// What a case may be besides a box of a fluid that moves by itself: not everything lives with all
/// of it.
enum class Trait { moved_box, mesh_file, solids, prescribed_velocity, variable_coefficients };

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
};

/// Of what lives with each of them.
inline std::vector<Trait> every_trait() {
  std::vector<Trait> all;
  for (const TraitText& text : traits) all.push_back(text.trait);
  return all;
}

bool has_trait(const cases::Case& the_case, Trait trait);

}  // namespace lobatto::residents
