#include "case/format.hpp"

#include <utility>

#include "case/tables/conditions.hpp"
#include "case/tables/solids.hpp"
#include "case/tables/solver.hpp"
#include "case/tables/tables.hpp"

namespace lobatto::cases {

namespace {

std::vector<Key> all_keys() {
  std::vector<Key> keys;
  for (const auto& part :
       {name_keys(), mesh_keys(), solid_keys(), fluid_keys(), parameter_keys(), boundary_keys(),
        flow_keys(), forcing_keys(), initial_keys(), scalar_keys(), filter_keys(), subgrid_keys(),
        time_keys(), solver_keys(), output_keys(), statistics_keys(), exact_keys(), observer_keys(),
        checkpoint_keys()})
    keys.insert(keys.end(), part.begin(), part.end());
  return keys;
}

/// What this room reads.
Schema own_schema() {
  using Need = Group::Need;
  return {all_keys(),
          {
              {"mesh.<axis>", Need::exactly_one, {"range", "ticks"}},
              {"mesh.<axis>.grading", Need::exactly_one, {"sine", "geometric"}},
              {"mesh.extrude", Need::exactly_one, {"range", "ticks"}},
              {"mesh.extrude.grading", Need::exactly_one, {"sine", "geometric"}},
              {"solid[]", Need::exactly_one, {"where", "volumes"}},
              {"fluid", Need::exactly_one, {"reynolds", "viscosity"}},
              {"boundary.<face>",
               Need::at_least_one,
               {"velocity", "normal_velocity", "tangential_velocity", "pressure", "traction",
                "recycle"}},
              {"boundary.<face>",
               Need::at_most_one,
               {"velocity", "normal_velocity", "tangential_velocity", "recycle"}},
              {"boundary.<face>", Need::at_most_one, {"velocity", "pressure", "traction"}},
              {"boundary.<face>", Need::at_most_one, {"recycle", "pressure"}},
              {"boundary.<face>", Need::at_most_one, {"recycle", "traction"}},
              {"boundary.<face>", Need::at_most_one, {"normal_velocity", "pressure"}},
              {"boundary.<face>.turbulence", Need::exactly_one, {"intensity", "stress"}},
              {"flow", Need::at_most_one, {"velocity", "from", "cycle"}},
              {"scalar[]", Need::exactly_one, {"prandtl", "diffusivity"}},
              {"scalar[].boundary.<face>", Need::exactly_one, {"value", "flux", "robin"}},
              {"time", Need::exactly_one, {"dt", "cfl"}},
              {"time", Need::at_least_one, {"end", "steps"}},
              {"output.fields", Need::at_most_one, {"every_steps", "every_time"}},
              {"probe[]", Need::at_most_one, {"every_steps", "every_time"}},
              {"force[]", Need::at_most_one, {"every_steps", "every_time"}},
              {"monitor[]", Need::at_most_one, {"every_steps", "every_time"}},
              {"monitor[]", Need::at_most_one, {"on", "planes"}},
          }};
}

}  // namespace

CaseFormat::CaseFormat(std::vector<Extension> extensions)
    : extensions_(std::move(extensions)), schema_(own_schema()) {
  for (const Extension& extension : extensions_) {
    schema_.keys.insert(schema_.keys.end(), extension.keys.begin(), extension.keys.end());
    schema_.groups.insert(schema_.groups.end(), extension.groups.begin(), extension.groups.end());
    if (extension.declares_fields) schema_.field_lists.push_back(extension.keys.front().name());
  }
}

}  // namespace lobatto::cases
