#include "case/format.hpp"

#include <utility>

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

/// The keys that give conditions, of some kinds, in a table of conditions.
template <class Part, class Wanted>
std::vector<std::string> giving_keys(const std::vector<Extension>& extensions, Part part,
                                     Wanted wanted) {
  std::vector<std::string> names;
  for (const Extension& extension : extensions)
    if (const auto kind = (extension.*part).kind; kind && wanted(*kind))
      names.push_back(extension.keys.front().name());
  return names;
}

/// What goes together of the keys of boundary.<face>: a velocity, or a part of it, and what holds
/// for the rest.
std::vector<Group> face_groups(const std::vector<Extension>& extensions) {
  const std::string face = "boundary.<face>";
  const auto keys = [&](auto wanted) {
    return giving_keys(extensions, &Extension::on_velocity, wanted);
  };
  const auto is_open = [](VelocityCondition kind) { return kind == VelocityCondition::outflow; };
  const auto opening = keys(is_open);
  std::vector<Group> groups{
      {face, Need::at_least_one, keys([](auto) { return true; })},
      {face, Need::at_most_one, keys([&](auto kind) { return !is_open(kind); })},
      {face, Need::at_most_one, opening}};
  for (const auto& whole : keys([](auto kind) { return kind == VelocityCondition::velocity; }))
    for (const std::string& other : opening)
      groups.push_back({face, Need::at_most_one, {whole, other}});
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
  for (Group& group : face_groups(extensions_)) schema_.groups.push_back(std::move(group));
  schema_.groups.push_back(
      {"scalar[].boundary.<face>", Need::exactly_one,
       giving_keys(extensions_, &Extension::on_scalar, [](ScalarCondition) { return true; })});
}

}  // namespace lobatto::cases
