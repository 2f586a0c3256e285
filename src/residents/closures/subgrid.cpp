// [subgrid]: an eddy viscosity for the motions that the mesh does not resolve.
#include <fmt/format.h>

#include "physics/closures/dynamic_model.hpp"
#include "physics/closures/energy_model.hpp"
#include "physics/closures/subgrid_viscosity.hpp"
#include "plan/describe.hpp"
#include "plan/memory.hpp"
#include "residents/case_values.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

using physics::EnergyModel;

/// The equation of the kinetic energy of those motions.
struct Energy : physics::SubgridEnergySettings {
  cases::Expression inflow = cases::Expression::constant("0");  ///< where a velocity is given
  std::optional<cases::Expression> at_the_start;  ///< none: made as fast as it is taken
};

struct Subgrid : physics::SubgridSettings {
  std::optional<Energy> equation;  ///< of a model that solves for it
};

cases::Words<std::string> model_words() {
  cases::Words<std::string> words;
  for (const auto& kind : physics::subgrid_models()) words.push_back({kind.word, kind.word});
  return words;
}

/// "0.17 of smagorinsky, 0.5 of wale ..."
std::string usual_constants() {
  std::string text;
  for (const auto& kind : physics::subgrid_models())
    if (kind.constant)
      text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", *kind.constant, kind.word);
  return text;
}

const cases::Table<Energy>& energy_table() {
  static const cases::Table<Energy> table{
      {.path = "subgrid.energy",
       .description = "of one-equation: the kinetic energy k of the motions that the mesh does not "
                      "resolve"},
      {{&Energy::dissipation,
        {.path = "subgrid.energy.dissipation",
         .range = cases::positive,
         .example = "1.0",
         .description = "C in C k^(3/2) / width, which takes it"}},
       {&Energy::prandtl,
        {.path = "subgrid.energy.prandtl",
         .range = cases::positive,
         .example = "0.7",
         .description = "eddy viscosity over the diffusivity of k by eddies"}},
       {&Energy::inflow,
        {.path = "subgrid.energy.inflow",
         .default_text = "0",
         .example = "1e-3",
         .description = "k where [boundary] gives the velocity; on walls it is zero"}},
       {&Energy::at_the_start,
        {.path = "subgrid.energy.initial",
         .default_text = "where it is made as fast as it is taken",
         .example = "\"0.01*exp(-y^2)\"",
         .description = "k at t = 0"}}}};
  return table;
}

void check_model(const cases::Section& table, Subgrid& subgrid) {
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

const cases::Table<Subgrid>& subgrid_table() {
  static const cases::Table<Subgrid> table{
      {.path = "subgrid",
       .description = "An eddy viscosity for the motions that the mesh does not resolve; see "
                      "[the method](theory.md#8-flow-that-the-mesh-does-not-resolve)"},
      {{cases::worded(&Subgrid::model, model_words()),
        {.path = "subgrid.model",
         .required = true,
         .example = "\"wale\"",
         .description =
             "what it follows from: the velocity gradient; the gradient and a test filter "
             "(dynamic); the energy of those motions (one-equation)"}},
       {&Subgrid::constant,
        {.path = "subgrid.constant",
         .range = cases::positive,
         .default_text = usual_constants(),
         .example = "0.1",
         .description = "of the model"}},
       {&Subgrid::averaged,
        {.path = "subgrid.average",
         .words = texts_of(cases::direction_words()),
         .default_text = "none",
         .example = "[\"x\", \"z\"]",
         .description =
             "of dynamic: periodic directions of a box along which its constant is one"}},
       {&Subgrid::equation, energy_table()}},
      check_model};
  return table;
}

/// Where no flow is solved for, nothing says what the energy is on its boundaries.
void check_prescribed_velocity(const cases::Section& table, const Subgrid& subgrid,
                               const cases::Case& c) {
  if (!c.prescribed_velocity || !subgrid.equation) return;
  table.report("model",
               fmt::format("\"{}\" solves for an energy that walls and inflows of [boundary] fix, "
                           "and [flow] has none; take a model of the velocity gradient, such as "
                           "\"wale\"",
                           EnergyModel::word));
}

void check_subgrid_directions(const cases::Section& table, const Subgrid& subgrid,
                              const cases::Case& c) {
  for (const auto& [direction, name] : cases::direction_words()) {
    if (!subgrid.averaged[direction]) continue;
    if (c.mesh_file)
      table.report("average", "needs the directions of a box; a mesh from a file has none");
    else if (!c.axes[direction].ticks.empty() && !c.axes[direction].periodic)
      table.report("average", fmt::format("the flow is the same all along a periodic direction "
                                          "only; {} is not periodic",
                                          name));
  }
}

void check_order(const cases::Section& table, const Subgrid& subgrid, const cases::Case& c) {
  if (subgrid.model != physics::DynamicModel::word || c.order >= 2) return;
  table.report("model", fmt::format("\"dynamic\" needs mesh.order of at least 2, found {}, for its "
                                    "test filter",
                                    c.order));
}

/// What the rest of the program needs to know of it.
void note(const Subgrid& subgrid, cases::Case& c) {
  c.eddy_viscosity = subgrid.model;
  c.field_doubles += 2.0;  // two levels of nu_t
  if (!subgrid.equation) return;
  c.model_fields = {EnergyModel::field, EnergyModel::diffusivity};
  c.field_doubles += plan::doubles_of_coefficient + 2.0 * time::max_order;
  c.unpredicted.push_back({"subgrid", "an equation for the subgrid energy"});
}

void read_subgrid(const cases::Section& root, cases::Case& c) {
  if (!root.has("subgrid")) return;
  std::vector<Subgrid> models(1);
  Subgrid& subgrid = models.front();
  const cases::Section table = root.table("subgrid");
  subgrid_table().read(table, subgrid);
  check_prescribed_velocity(table, subgrid, c);
  check_subgrid_directions(table, subgrid, c);
  check_order(table, subgrid, c);
  note(subgrid, c);
  c.extensions.set(std::move(models));
}

void check_scalars(const cases::Section& root, const cases::Case&) {
  if (root.has("subgrid")) return;
  for (const cases::Section& scalar : root.tables("scalar"))
    if (scalar.has("turbulent_prandtl"))
      scalar.report("turbulent_prandtl", "has no meaning without [subgrid]");
}

std::vector<std::string> brought_fields(const cases::Value& document) {
  const cases::Entry* table = cases::find_entry(document, "subgrid");
  if (table == nullptr) return {};
  const cases::Entry* model = cases::find_entry(table->value, "model");
  const auto* word = model != nullptr ? model->value.get<std::string>() : nullptr;
  if (word == nullptr || *word != EnergyModel::word) return {physics::SubgridViscosity::name};
  return {physics::SubgridViscosity::name, EnergyModel::field, EnergyModel::diffusivity};
}

std::string describe_subgrid(const cases::Case& c) {
  std::string text;
  for (const Subgrid& subgrid : c.extensions.of<Subgrid>()) {
    text += subgrid.model;
    if (subgrid.constant) text += fmt::format(", constant {:.6g}", *subgrid.constant);
    if (const auto& energy = subgrid.equation)
      text += fmt::format(
          ", k at inflows {}, at first {}", plan::shortened(energy->inflow.text()),
          energy->at_the_start ? plan::shortened(energy->at_the_start->text()) : "balanced");
    for (const cases::ScalarCase& scalar : c.scalars)
      text += fmt::format(", turbulent Prandtl number {:.6g} of {}", scalar.turbulent_prandtl,
                          scalar.name);
  }
  return text.empty() ? "" : plan::line("sub-grid", text);
}

void look_at_subgrid(const cases::Case& c, CaseValues& values) {
  for (const Subgrid& subgrid : c.extensions.of<Subgrid>()) {
    if (!subgrid.equation) continue;
    const cases::Range not_negative{.lower = 0};
    if (const auto& energy = subgrid.equation->at_the_start)
      values.look_at_nodes(*energy, not_negative);
    for (const cases::FaceCondition& face : c.faces)
      if (face.kind == cases::VelocityCondition::velocity)
        if (const auto boundary = values.boundary(face.boundary))
          values.look_at_sides(subgrid.equation->inflow, *boundary, not_negative);
  }
}

void set_subgrid(const cases::Case& c, Formulas& /*formulas*/,
                 const space::FunctionSpace& /*space*/, physics::FlowSettings& settings) {
  for (const Subgrid& subgrid : c.extensions.of<Subgrid>())
    settings.subgrid_model =
        [given = physics::SubgridSettings(subgrid)](const space::FunctionSpace& space) {
          return physics::make_subgrid_model(given, space);
        };
}

/// The energy is zero on walls, given where the velocity is, and free to leave.
std::vector<physics::ScalarBoundaryCondition> energy_faces(const Energy& energy,
                                                           const AssemblyContext& context) {
  std::vector<physics::ScalarBoundaryCondition> faces;
  for (const auto& face : context.assembly.settings.faces) {
    auto& condition = faces.emplace_back();
    const bool is_wall = face.kind == physics::VelocityCondition::wall;
    if (!is_wall && face.kind != physics::VelocityCondition::velocity) continue;
    const auto value = is_wall ? cases::Expression::constant("0") : energy.inflow;
    condition.kind = physics::ScalarCondition::value;
    condition.value = context.formulas.function(value);
    condition.depends_on_time = value.depends_on_time();
  }
  return faces;
}

void add_subgrid(const AssemblyContext& context) {
  for (const Subgrid& subgrid : context.the_case.extensions.of<Subgrid>()) {
    if (!subgrid.equation) continue;
    physics::SubgridEnergySettings settings = *subgrid.equation;
    settings.faces = energy_faces(*subgrid.equation, context);
    settings.initial = context.formulas.function(subgrid.equation->at_the_start);
    physics::add_subgrid_energy(settings, subgrid.constant.value_or(EnergyModel::constant),
                                context.assembly);
  }
}

}  // namespace

Resident subgrid() {
  Resident resident{{.keys = subgrid_table().keys(),
                     .read = check_scalars,
                     .read_first = read_subgrid,
                     .fields = brought_fields,
                     .describe = describe_subgrid}};
  resident.look_at = look_at_subgrid;
  resident.set = set_subgrid;
  resident.add = add_subgrid;
  resident.supports = any_flow;
  resident.example = "[subgrid]\nmodel = \"wale\"\n";
  return resident;
}

}  // namespace lobatto::residents
