#include "case/expressions/variables.hpp"

#include <array>

#include "physics/flow_gradients.hpp"

namespace lobatto::cases {

const std::vector<std::string>& space_variables() {
  static const std::vector<std::string> names{"x", "y", "z"};
  return names;
}

const std::vector<std::string>& initial_variables() {
  static const std::vector<std::string> names{"x", "y", "z", random_name};
  return names;
}

const std::vector<std::string>& wave_number_variables() {
  static const std::vector<std::string> names{"k"};
  return names;
}

std::vector<std::string> solution_variables(const std::vector<std::string>& scalar_names) {
  std::vector<std::string> names{"x", "y", "z", "u", "v", "w"};
  names.insert(names.end(), scalar_names.begin(), scalar_names.end());
  return names;
}

std::vector<std::string> boundary_variables(const std::vector<std::string>& scalar_names) {
  std::vector<std::string> names = solution_variables(scalar_names);
  names.insert(names.end(), {"nx", "ny", "nz"});
  return names;
}

std::vector<std::string> output_variables(const std::vector<std::string>& scalar_names,
                                          const std::vector<std::string>& field_names) {
  std::vector<std::string> names = solution_variables(scalar_names);
  names.emplace_back("p");
  const auto& gradients = physics::gradient_quantities();
  names.insert(names.end(), gradients.begin(), gradients.end());
  names.insert(names.end(), field_names.begin(), field_names.end());
  return names;
}

std::vector<std::string> coefficient_variables(const std::vector<std::string>& scalar_names) {
  std::vector<std::string> names = solution_variables(scalar_names);
  names.emplace_back("shear_rate");
  return names;
}

std::vector<std::string> gradient_variables(const std::vector<std::string>& scalar_names) {
  std::vector<std::string> fields{"u", "v", "w"}, names;
  fields.insert(fields.end(), scalar_names.begin(), scalar_names.end());
  for (const auto& field : fields)
    for (const char* direction : {"x", "y", "z"}) names.push_back("d" + field + "d" + direction);
  names.emplace_back("shear_rate");
  return names;
}

std::vector<std::string> source_variables(const std::vector<std::string>& scalar_names) {
  auto names = solution_variables(scalar_names);
  const auto gradients = gradient_variables(scalar_names);
  names.insert(names.end(), gradients.begin(), gradients.end());
  return names;
}

std::vector<std::string> variables_of(Variables kind, const std::vector<std::string>& scalar_names,
                                      const std::vector<std::string>& field_names) {
  switch (kind) {
    case Variables::time:
      return {};
    case Variables::space_time:
      break;
    case Variables::initial:
      return initial_variables();
    case Variables::wave_number:
      return wave_number_variables();
    case Variables::solution:
      return solution_variables(scalar_names);
    case Variables::source:
      return source_variables(scalar_names);
    case Variables::coefficient:
      return coefficient_variables(scalar_names);
    case Variables::boundary:
      return boundary_variables(scalar_names);
    case Variables::output:
      return output_variables(scalar_names, field_names);
  }
  return space_variables();
}

}  // namespace lobatto::cases
