#include "case/format.hpp"

#include <utility>

#include "case/tables/conditions.hpp"
#include "case/tables/quantities.hpp"
#include "case/tables/solids.hpp"
#include "case/tables/solver.hpp"
#include "case/tables/tables.hpp"

namespace lobatto::cases {

namespace {

std::vector<Key> all_keys() {
  std::vector<Key> keys;
  for (const auto& part :
       {name_keys(), mesh_keys(), solid_keys(), fluid_keys(), parameter_keys(), boundary_keys(),
        flow_keys(), initial_keys(), scalar_keys(), time_keys(), solver_keys(), output_keys(),
        exact_keys(), quantity_keys(), checkpoint_keys()})
    keys.insert(keys.end(), part.begin(), part.end());
  return keys;
}

using Need = Group::Need;

/// Of the keys of boundary.<face>. givers: those of others that give all of the velocity.
std::vector<Group> face_groups(const std::vector<std::string>& givers) {
  const std::string face = "boundary.<face>";
  std::vector<std::string> all{"velocity", "normal_velocity", "tangential_velocity", "pressure",
                               "traction"},
      velocities{"velocity", "normal_velocity", "tangential_velocity"};
  all.insert(all.end(), givers.begin(), givers.end());
  velocities.insert(velocities.end(), givers.begin(), givers.end());
  std::vector<Group> groups{{face, Need::at_least_one, all},
                            {face, Need::at_most_one, velocities},
                            {face, Need::at_most_one, {"velocity", "pressure", "traction"}}};
  for (const std::string& giver : givers)
    for (const char* other : {"pressure", "traction"})
      groups.push_back({face, Need::at_most_one, {giver, other}});
  groups.push_back({face, Need::at_most_one, {"normal_velocity", "pressure"}});
  return groups;
}

/// What this room reads.
Schema own_schema() {
  return {all_keys(),
          {
              {"mesh.<axis>", Need::exactly_one, {"range", "ticks"}},
              {"mesh.<axis>.grading", Need::exactly_one, {"sine", "geometric"}},
              {"mesh.extrude", Need::exactly_one, {"range", "ticks"}},
              {"mesh.extrude.grading", Need::exactly_one, {"sine", "geometric"}},
              {"solid[]", Need::exactly_one, {"where", "volumes"}},
              {"fluid", Need::exactly_one, {"reynolds", "viscosity"}},
              {"flow", Need::at_most_one, {"velocity", "from", "cycle"}},
              {"scalar[]", Need::exactly_one, {"prandtl", "diffusivity"}},
              {"scalar[].boundary.<face>", Need::exactly_one, {"value", "flux", "robin"}},
              {"time", Need::exactly_one, {"dt", "cfl"}},
              {"time", Need::at_least_one, {"end", "steps"}},
              {"output.fields", Need::at_most_one, {"every_steps", "every_time"}},
          }};
}

}  // namespace

CaseFormat::CaseFormat(std::vector<Extension> extensions)
    : extensions_(std::move(extensions)), schema_(own_schema()) {
  for (const Extension& extension : extensions_) {
    schema_.keys.insert(schema_.keys.end(), extension.keys.begin(), extension.keys.end());
    schema_.groups.insert(schema_.groups.end(), extension.groups.begin(), extension.groups.end());
    if (extension.fields) schema_.fields.push_back(extension.fields);
    if (extension.declares_fields) schema_.field_lists.push_back(extension.keys.front().name());
  }
  for (Group& group : face_groups(velocity_givers())) schema_.groups.push_back(std::move(group));
}

std::vector<std::string> CaseFormat::velocity_givers() const {
  std::vector<std::string> names;
  for (const Extension& extension : extensions_)
    if (extension.gives_velocity) names.push_back(extension.keys.front().name());
  return names;
}

}  // namespace lobatto::cases
