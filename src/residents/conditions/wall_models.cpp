// boundary.<face>.wall_model, of the velocity and of scalars: a wall whose friction and fluxes
// follow from a law of the wall.
#include <fmt/format.h>

#include "base/error.hpp"
#include "physics/conditions/modelled_wall.hpp"
#include "plan/describe.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

using physics::WallLawKind, physics::WallModel;

const cases::Words<WallLawKind>& law_words() {
  static const cases::Words<WallLawKind> words{{WallLawKind::reichardt, "reichardt"},
                                               {WallLawKind::spalding, "spalding"}};
  return words;
}

void check_roughness(const cases::Section& table, WallModel& model) {
  if (!table.has("roughness")) return;
  model.law.kind = WallLawKind::rough;
  for (const char* key : {"law", "constant"})
    if (table.has(key)) table.report(key, "is of smooth walls; expected no 'roughness' beside it");
  if (table.has("height") && model.law.roughness >= model.height)
    table.report("roughness", fmt::format("is {:.6g}; expected less than the height, {:.6g}",
                                          model.law.roughness, model.height));
}

const cases::Table<WallModel>& wall_model_table() {
  static const cases::Table<WallModel> table{
      {.path = "boundary.<face>.wall_model",
       .description = "a wall that the mesh does not resolve: nothing passes, and the friction "
                      "follows from the velocity at a height and a law of the wall"},
      {{&WallModel::height,
        {.path = "boundary.<face>.wall_model.height",
         .required = true,
         .range = cases::positive,
         .example = "0.1",
         .description = "above the wall, at which the law takes the velocity; best above the first "
                        "nodes of a few elements"}},
       {cases::worded([](auto& model) -> auto& { return model.law.kind; }, law_words()),
        {.path = "boundary.<face>.wall_model.law",
         .example = "\"spalding\"",
         .description = "u+ at y+ over a smooth wall, from the viscous layer to the logarithm"}},
       {[](auto& model) -> auto& { return model.law.roughness; },
        {.path = "boundary.<face>.wall_model.roughness",
         .range = cases::positive,
         .default_text = "none",
         .example = "0.001",
         .description = "z_0 of a rough wall, where u = u_tau / kappa ln(y / z_0)"}},
       {[](auto& model) -> auto& { return model.law.kappa; },
        {.path = "boundary.<face>.wall_model.kappa",
         .range = cases::positive,
         .example = "0.384",
         .description = "von Karman's constant"}},
       {[](auto& model) -> auto& { return model.law.constant; },
        {.path = "boundary.<face>.wall_model.constant",
         .example = "4.27",
         .description = "B of u+ = ln(y+) / kappa + B over a smooth wall"}}},
      check_roughness};
  return table;
}

void read_wall_model(const cases::Section& face, cases::FaceCondition& condition, cases::Case& c) {
  if (!face.has("wall_model")) return;
  std::vector<WallModel> models(1);
  WallModel& model = models.front();
  wall_model_table().read_below(face, model);
  const bool is_rough = model.law.kind == WallLawKind::rough;
  condition.said =
      fmt::format("wall by the law of {}, from height {:.6g}",
                  is_rough ? fmt::format("roughness {:.6g}", model.law.roughness)
                           : fmt::format("\"{}\"", cases::word_of(law_words(), model.law.kind)),
                  model.height);
  condition.values.set(std::move(models));
  c.unpredicted.push_back({"boundary", "a wall model"});
}

void complete_wall_model(const FaceContext& context, physics::VelocityBoundaryCondition& face) {
  for (WallModel model : context.condition.values.of<WallModel>()) {
    model.viscosity = context.the_case.viscosity.constant;
    physics::model_wall(context.fluid, context.boundary, model, face);
  }
}

struct ScalarOfWall {
  cases::Expression value;
  double roughness = 0;
  double buoyancy = 0;
  std::string where = {};  ///< of the table
};

const cases::Table<ScalarOfWall>& scalar_table() {
  static const cases::Table<ScalarOfWall> table{
      {.path = "scalar[].boundary.<face>.wall_model",
       .description = "beside a rough wall_model of the velocity: the flux that follows from the "
                      "value on the wall and that at the height; the layer between is stratified "
                      "where the scalar has buoyancy"},
      {{&ScalarOfWall::value,
        {.path = "scalar[].boundary.<face>.wall_model.value",
         .required = true,
         .example = "\"265 - t/14400\"",
         .description = "on the wall"}},
       {&ScalarOfWall::roughness,
        {.path = "scalar[].boundary.<face>.wall_model.roughness",
         .required = true,
         .range = cases::positive,
         .example = "0.1",
         .description = "of its logarithm"}},
       {&ScalarOfWall::buoyancy,
        {.path = "scalar[].boundary.<face>.wall_model.buoyancy",
         .example = "0.0373",
         .description = "acceleration away from the wall per unit of the scalar, as the "
                        "coefficient of forcing.buoyancy"}}},
      [](const cases::Section& section, ScalarOfWall& scalar) {
        scalar.where = section.where("value");
      }};
  return table;
}

void read_scalar_at_wall(const cases::Section& face, cases::ScalarFaceCondition& condition,
                         cases::ScalarCase& /*scalar*/) {
  if (!face.has("wall_model")) return;
  std::vector<ScalarOfWall> list(1);
  scalar_table().read_below(face, list.front());
  condition.said = fmt::format("wall model to {}, roughness {:.6g}",
                               plan::shortened(list.front().value.text()), list.front().roughness);
  condition.values.set(std::move(list));
}

void complete_scalar_at_wall(const ScalarFaceContext& context,
                             physics::ScalarBoundaryCondition& face) {
  for (const ScalarOfWall& given : context.condition.values.of<ScalarOfWall>())
    if (context.velocity == nullptr ||
        !physics::model_flux(*context.velocity,
                             {context.scalar, context.formulas.function(given.value),
                              given.roughness, given.buoyancy},
                             face))
      throw base::Error(fmt::format(
          "{}: the velocity has no wall_model with a roughness on '{}'; expected one beside it",
          given.where, context.condition.boundary));
}

}  // namespace

Resident wall_model() {
  Resident resident{
      {.keys = wall_model_table().keys(),
       .groups = {{"boundary.<face>", cases::Group::Need::at_most_one, {"wall_model", "traction"}}},
       .on_velocity = {.kind = cases::VelocityCondition::normal, .read = read_wall_model}}};
  resident.complete = complete_wall_model;
  resident.supports = {Trait::moved_box, Trait::mesh_file, Trait::solids, Trait::characteristics};
  resident.reasons = {
      {Trait::variable_coefficients, "a law of the wall takes one viscosity of the fluid"},
      {Trait::prescribed_velocity, "a prescribed velocity knows no friction"},
      {Trait::linearised, "the friction of a law of the wall is not linear"}};
  resident.example = "x_min = { wall_model = { height = 0.2 } }\n";
  return resident;
}

Resident scalar_wall_model() {
  Resident resident{
      {.keys = scalar_table().keys(),
       .on_scalar = {.kind = cases::ScalarCondition::flux, .read = read_scalar_at_wall}}};
  resident.complete_scalar = complete_scalar_at_wall;
  resident.supports = {Trait::moved_box, Trait::mesh_file, Trait::characteristics};
  resident.reasons = {
      {Trait::variable_coefficients, "a law of the wall takes one viscosity of the fluid"},
      {Trait::prescribed_velocity, "it goes with a wall model of the velocity"},
      {Trait::solids, "its wall is that of a fluid alone"},
      {Trait::linearised, "the flux of a law of the wall is not linear"}};
  resident.example = "x_min = { wall_model = { value = \"y\", roughness = 0.01, buoyancy = 0.1 } }";
  return resident;
}

}  // namespace lobatto::residents
