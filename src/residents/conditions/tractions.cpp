// boundary.<face>.pressure, .traction with its form, and .damp_backflow: what holds for what is
// free of the velocity.
#include "case/schema/words.hpp"
#include "plan/describe.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

using physics::TractionForm;

struct PressureOfFace {
  cases::Expression pressure;
};
struct Traction {
  cases::VectorExpression traction;
  TractionForm form;
};
struct BackflowDamping {
  bool is_on;
};

void also_say(cases::FaceCondition& condition, const std::string& text) {
  condition.said += (condition.said.empty() ? "" : ", ") + text;
}

void read_pressure(const cases::Section& face, cases::FaceCondition& condition,
                   cases::Case& /*c*/) {
  const auto pressure = face.expression("pressure");
  if (!pressure) return;
  condition.expressions.push_back(*pressure);
  condition.values.set<PressureOfFace>({{*pressure}});
  also_say(condition, "pressure " + plan::shortened(pressure->text()));
}

void complete_pressure(const FaceContext& context, physics::VelocityBoundaryCondition& face) {
  for (const auto& given : context.condition.values.of<PressureOfFace>()) {
    face.traction = context.formulas.given_along_normal(given.pressure, -1);
    face.traction_form = TractionForm::pressure;
  }
}

const cases::Words<TractionForm>& form_words() {
  static const cases::Words<TractionForm> words{{TractionForm::gradient, "gradient"},
                                                {TractionForm::stress, "stress"}};
  return words;
}

void read_traction(const cases::Section& face, cases::FaceCondition& condition,
                   cases::Case& /*c*/) {
  if (face.has("traction_form") && !face.has_or_misspells("traction"))
    face.report("traction_form", "has no meaning without 'traction', whose meaning it sets");
  const auto traction = face.expressions("traction");
  if (!traction) return;
  const auto form = cases::value_of(form_words(), face.word("traction_form").value_or("gradient"));
  condition.expressions.insert(condition.expressions.end(), traction->begin(), traction->end());
  condition.values.set<Traction>({{*traction, form.value()}});
  also_say(condition,
           (form == TractionForm::stress ? "stress " : "traction ") + plan::vector_text(*traction));
}

void complete_traction(const FaceContext& context, physics::VelocityBoundaryCondition& face) {
  for (const auto& given : context.condition.values.of<Traction>()) {
    face.traction = context.formulas.given_vector(given.traction);
    face.traction_form = given.form;
  }
}

void read_backflow_damping(const cases::Section& face, cases::FaceCondition& condition,
                           cases::Case& /*c*/) {
  const auto is_on = face.flag("damp_backflow");
  if (physics::gives_normal_velocity(condition.kind) && face.has("damp_backflow"))
    face.report("damp_backflow",
                "has no meaning beside '" + condition.given_by + "', which says what enters");
  if (!is_on) return;
  condition.values.set<BackflowDamping>({{*is_on}});
  if (!*is_on) also_say(condition, "backflow free");
}

void complete_backflow_damping(const FaceContext& context,
                               physics::VelocityBoundaryCondition& face) {
  for (const auto& given : context.condition.values.of<BackflowDamping>())
    face.damps_backflow = given.is_on;
}

}  // namespace

Resident face_pressure() {
  Resident resident{
      {.keys = {{.path = "boundary.<face>.pressure",
                 .kind = cases::Kind::expression,
                 .variables = cases::Variables::boundary,
                 .example = "\"2*cos(t)\"",
                 .description = "given pressure of an open face, over the density"}},
       .groups = {{"boundary.<face>",
                   cases::Group::Need::at_most_one,
                   {"normal_velocity", "pressure"}}},
       .on_velocity = {.kind = cases::VelocityCondition::outflow, .read = read_pressure}}};
  resident.complete = complete_pressure;
  resident.supports = also(solved_or_linearised, {Trait::moving_mesh, Trait::low_mach});
  resident.example = "x_min = { pressure = \"0.1*cos(t)\" }\n";
  return resident;
}

Resident traction() {
  Resident resident{
      {.keys = {{.path = "boundary.<face>.traction",
                 .kind = cases::Kind::expressions,
                 .variables = cases::Variables::boundary,
                 .example = "[\"0.01\", \"0\", \"0\"]",
                 .description = "given viscosity du/dn - p n, over the density, of the components "
                                "that are free: all of an open face, or those along a face of "
                                "`normal_velocity`"},
                {.path = "boundary.<face>.traction_form",
                 .kind = cases::Kind::choice,
                 .words = cases::texts_of(form_words()),
                 .default_text = "\"gradient\"",
                 .example = "\"stress\"",
                 .description = "what `traction` is. gradient: viscosity du/dn - p n; stress: the "
                                "force per area, viscosity (du/dn + grad u . n) - p n"}},
       .on_velocity = {.kind = cases::VelocityCondition::outflow, .read = read_traction}}};
  resident.complete = complete_traction;
  resident.supports = also(solved_or_linearised, {Trait::moving_mesh, Trait::low_mach});
  resident.example =
      "x_min = { traction = [\"-0.1\", \"0.01*v\", \"0\"], traction_form = \"stress\" }\n";
  return resident;
}

Resident backflow_damping() {
  Resident resident{
      {.keys = {{.path = "boundary.<face>.damp_backflow",
                 .kind = cases::Kind::flag,
                 .default_text = "true",
                 .example = "false",
                 .description =
                     "whether fluid that enters an open face is kept from bringing energy in; "
                     "without it a given pressure drives an inflow"}},
       .on_velocity = {.read = read_backflow_damping}}};
  resident.complete = complete_backflow_damping;
  resident.supports = also(solved_or_linearised, {Trait::moving_mesh, Trait::low_mach});
  resident.example = "x_min = { pressure = 0.1, damp_backflow = false }\n";
  return resident;
}

}  // namespace lobatto::residents
