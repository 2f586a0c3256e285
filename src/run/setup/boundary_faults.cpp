#include "run/setup/flow_setup.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/document/spelling.hpp"

namespace lobatto::run {

namespace {

std::string unknown_text(const std::string& where, const std::string& name,
                         const std::vector<std::string>& names) {
  return fmt::format("{}: the mesh has no boundary '{}'{}", where, name,
                     cases::suggestion_or_list(name, names, "; it has "));
}

void find_unknown(const std::vector<std::string>& given, const std::vector<std::string>& names,
                  const std::string& where, std::vector<std::string>& faults) {
  for (const auto& name : given)
    if (std::ranges::find(names, name) == names.end())
      faults.push_back(unknown_text(where, name, names));
}

/// `needing`: the names that need a condition; `place`: of the table of the conditions; `field`:
/// what they are for.
template <class Condition>
void compare(const std::vector<Condition>& given, const std::vector<std::string>& names,
             const std::vector<std::string>& needing, const std::string& place,
             const std::string& field, std::vector<std::string>& faults) {
  for (const auto& condition : given)
    if (std::ranges::find(names, condition.boundary) == names.end())
      faults.push_back(unknown_text(condition.where, condition.boundary, names));
  for (const auto& name : needing)
    if (std::ranges::find(given, name, &Condition::boundary) == given.end())
      faults.push_back(fmt::format("{}: the boundary '{}' of the mesh has no condition for {}",
                                   place, name, field));
}

}  // namespace

std::vector<std::string> boundary_faults(const cases::Case& the_case,
                                         const std::vector<std::string>& names,
                                         const std::vector<std::string>& at_fluid) {
  std::vector<std::string> faults;
  if (!the_case.prescribed_velocity)
    compare(the_case.faces, names, at_fluid, the_case.place("boundary"), "the velocity", faults);
  for (std::size_t s = 0; s < the_case.scalars.size(); ++s)
    compare(the_case.scalars[s].faces, names, names,
            the_case.place(fmt::format("scalar[{}].boundary", s)), the_case.scalars[s].name,
            faults);
  std::vector<std::string> surfaces = names;
  for (const auto& solid : the_case.solids) surfaces.push_back(solid.name);
  for (const auto& named : the_case.extra_boundaries)
    find_unknown(named.names, named.may_name_solids ? surfaces : names, named.where, faults);
  return faults;
}

}  // namespace lobatto::run
