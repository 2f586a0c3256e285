#include "case/fluctuating_force.hpp"

#include <algorithm>

#include "case/expression.hpp"

namespace lobatto::cases {

bool force_fluctuates(const Case& the_case) {
  if (the_case.prescribed_velocity) return false;
  if (!the_case.buoyancy.empty()) return true;
  const auto variables = solution_variables(scalar_names(the_case));
  return the_case.body_force && std::ranges::any_of(*the_case.body_force, [&](const auto& text) {
           const auto force =
               Expression::compile(text, variables, the_case.parameters, the_case.imports);
           return force.depends_on_time() ||
                  std::any_of(variables.begin() + 3, variables.end(),
                              [&](const auto& name) { return force.depends_on(name); });
         });
}

bool gathers_force(const Case& the_case) {
  return the_case.statistics && the_case.statistics->extent == stats::Extent::full &&
         force_fluctuates(the_case);
}

}  // namespace lobatto::cases
