#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"
#include "physics/closures/dynamic_model.hpp"
#include "physics/closures/energy_model.hpp"

namespace lobatto::cases {

namespace {

Words<std::string> model_words() {
  Words<std::string> words;
  for (const auto& kind : physics::subgrid_models()) words.push_back({kind.word, kind.word});
  return words;
}

/// "0.17 of smagorinsky, 0.5 of wale ..."
std::string usual_constants() {
  std::string text;
  for (const auto& [word, constant] : physics::subgrid_models())
    if (constant) text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", *constant, word);
  return text;
}

const Table<SubgridEnergyCase>& energy_table() {
  static const Table<SubgridEnergyCase> table{
      {.path = "subgrid.energy",
       .description = "of one-equation: the kinetic energy k of the motions that the mesh does not "
                      "resolve"},
      {{&SubgridEnergyCase::dissipation,
        {.path = "subgrid.energy.dissipation",
         .range = positive,
         .example = "1.0",
         .description = "C in C k^(3/2) / width, which takes it"}},
       {&SubgridEnergyCase::prandtl,
        {.path = "subgrid.energy.prandtl",
         .range = positive,
         .example = "0.7",
         .description = "eddy viscosity over the diffusivity of k by eddies"}},
       {&SubgridEnergyCase::inflow,
        {.path = "subgrid.energy.inflow",
         .default_text = "0",
         .example = "1e-3",
         .description = "k where [boundary] gives the velocity; on walls it is zero"}},
       {&SubgridEnergyCase::at_the_start,
        {.path = "subgrid.energy.initial",
         .default_text = "where it is made as fast as it is taken",
         .example = "\"0.01*exp(-y^2)\"",
         .description = "k at t = 0"}}}};
  return table;
}

void check_model(const Section& table, SubgridCase& subgrid) {
  if (table.is_refused("model") || subgrid.model.empty()) return;
  const bool is_dynamic = subgrid.model == physics::DynamicModel::word,
             has_energy = subgrid.model == physics::EnergyModel::word;
  const auto refuse = [&](const char* key, bool is_its_own) {
    if (table.has(key) && !is_its_own)
      table.report(key, fmt::format("has no meaning with model = \"{}\"", subgrid.model));
  };
  refuse("constant", !is_dynamic);
  refuse("average", is_dynamic);
  refuse("energy", has_energy);
  if (has_energy && !subgrid.equation) subgrid.equation.emplace();
}

const Table<SubgridCase>& subgrid_table() {
  static const Table<SubgridCase> table{
      {.path = "subgrid",
       .description = "An eddy viscosity for the motions that the mesh does not resolve; see "
                      "[the method](theory.md#8-flow-that-the-mesh-does-not-resolve)"},
      {{worded(&SubgridCase::model, model_words()),
        {.path = "subgrid.model",
         .required = true,
         .example = "\"wale\"",
         .description =
             "what it follows from: the velocity gradient; the gradient and a test filter "
             "(dynamic); the energy of those motions (one-equation)"}},
       {&SubgridCase::constant,
        {.path = "subgrid.constant",
         .range = positive,
         .default_text = usual_constants(),
         .example = "0.1",
         .description = "of the model"}},
       {&SubgridCase::averaged,
        {.path = "subgrid.average",
         .words = texts_of(direction_words()),
         .default_text = "none",
         .example = "[\"x\", \"z\"]",
         .description =
             "of dynamic: periodic directions of a box along which its constant is one"}},
       {&SubgridCase::equation, energy_table()}},
      check_model};
  return table;
}

/// Where no flow is solved for, nothing says what the energy is on its boundaries.
void check_prescribed_velocity(const Section& table, const Case& c) {
  if (!c.prescribed_velocity || !c.subgrid->equation) return;
  table.report("model",
               fmt::format("\"{}\" solves for an energy that walls and inflows of [boundary] fix, "
                           "and [flow] has none; take a model of the velocity gradient, such as "
                           "\"wale\"",
                           physics::EnergyModel::word));
}

void check_model_directions(const Section& table, const Case& c) {
  for (const auto& [direction, name] : direction_words()) {
    if (!c.subgrid->averaged[direction]) continue;
    if (c.mesh_file)
      table.report("average", "needs the directions of a box; a mesh from a file has none");
    else if (!c.axes[direction].ticks.empty() && !c.axes[direction].periodic)
      table.report("average", fmt::format("the flow is the same all along a periodic direction "
                                          "only; {} is not periodic",
                                          name));
  }
}

}  // namespace

std::vector<Key> subgrid_keys() { return subgrid_table().keys(); }

void read_subgrid(const Section& root, Case& c) {
  subgrid_table().read_below(root, c.subgrid);
  if (!c.subgrid) return;
  const Section table = root.table("subgrid");
  check_prescribed_velocity(table, c);
  check_model_directions(table, c);
  if (c.subgrid->model == physics::DynamicModel::word && c.order < 2)
    table.report("model",
                 fmt::format("\"dynamic\" needs mesh.order of at least 2, found {}, for its "
                             "test filter",
                             c.order));
}

}  // namespace lobatto::cases
