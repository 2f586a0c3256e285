#include "case/fluctuating_force.hpp"

#include <algorithm>

#include "case/expression.hpp"

namespace lobatto::cases {

bool force_fluctuates(const Case& the_case) {
  if (the_case.prescribed_velocity) return false;
  if (!the_case.buoyancy.empty()) return true;
  return the_case.body_force &&
         std::ranges::any_of(*the_case.body_force, [](const Expression& force) {
           return force.depends_on_time() || force.depends_on_solution();
         });
}

bool gathers_force(const Case& the_case) {
  return the_case.statistics && the_case.statistics->extent == stats::Extent::full &&
         force_fluctuates(the_case);
}

}  // namespace lobatto::cases
