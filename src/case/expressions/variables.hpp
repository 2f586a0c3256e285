#pragma once

#include <string>
#include <vector>

namespace lobatto::cases {

/// What an expression may use besides x, y, z, t and the parameters.
/// initial: random; wave_number: k instead of a place; coefficient: the solution and its shear
/// rate; boundary: the solution and the normal; output: the solution, the pressure and gradients.
enum class Variables {
  space_time,
  time,
  initial,
  wave_number,
  solution,
  source,
  coefficient,
  boundary,
  output
};

/// Of the number of a node: what initial values may call, random(seed).
inline const std::string random_name = "random";

/// x, y, z.
const std::vector<std::string>& space_variables();
/// Those and random_name: what initial values may use.
const std::vector<std::string>& initial_variables();
/// k: what a spectrum may use.
const std::vector<std::string>& wave_number_variables();
/// x, y, z, u, v, w and the scalars by name: what a source may use.
std::vector<std::string> solution_variables(const std::vector<std::string>& scalar_names);
/// Those and nx, ny, nz: what values on the boundary may use.
std::vector<std::string> boundary_variables(const std::vector<std::string>& scalar_names);

/// Those of the solution, p, what physics::gradient_quantities() names, and other fields by name:
/// what output.quantities may use.
std::vector<std::string> output_variables(const std::vector<std::string>& scalar_names,
                                          const std::vector<std::string>& field_names);
/// x, y, z, u, v, w, the scalars by name and shear_rate: what a viscosity or a diffusivity may use.
std::vector<std::string> coefficient_variables(const std::vector<std::string>& scalar_names);
/// dudx, dudy ... dwdz, the same of each scalar, such as dheatdx, and shear_rate.
std::vector<std::string> gradient_variables(const std::vector<std::string>& scalar_names);
/// What a source of a scalar may use: solution_variables() and these.
std::vector<std::string> source_variables(const std::vector<std::string>& scalar_names);

/// What an expression may use besides t and the parameters, in the order of its inputs: those of
/// the place first. field_names: of Variables::output alone.
std::vector<std::string> variables_of(Variables kind, const std::vector<std::string>& scalar_names,
                                      const std::vector<std::string>& field_names = {});

}  // namespace lobatto::cases
