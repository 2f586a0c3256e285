// scalar[].boundary.<face>.value, .flux and .robin with its ambient value.
#include "plan/describe.hpp"
#include "residents/case_values.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

using cases::ScalarCase;
using cases::ScalarCondition;
using cases::ScalarFaceCondition;

/// The value, the flux or the ambient value.
struct ScalarOfFace {
  cases::Expression value;
};
struct RobinCoefficient {
  cases::Expression coefficient;  ///< of place alone
};

void take_scalar(ScalarFaceCondition& condition, const cases::Expression& value,
                 const std::string& said) {
  condition.expressions.push_back(value);
  condition.values.set<ScalarOfFace>({{value}});
  condition.said = said;
}

void read_value(const cases::Section& face, ScalarFaceCondition& condition, ScalarCase& scalar) {
  auto value = face.expression("value");
  if (const bool is_exact = !value && face.word("value"); is_exact) {
    value = scalar.exact;
    if (!value) face.report("value", "\"exact\" needs the key 'exact' of the scalar");
  }
  if (value) take_scalar(condition, *value, plan::shortened(value->text()));
}

void read_flux(const cases::Section& face, ScalarFaceCondition& condition, ScalarCase& /*scalar*/) {
  if (const auto flux = face.expression("flux"))
    take_scalar(condition, *flux, "flux " + plan::shortened(flux->text()));
}

void read_robin(const cases::Section& face, ScalarFaceCondition& condition,
                ScalarCase& /*scalar*/) {
  const auto coefficient = face.expression("robin"), ambient = face.expression("ambient");
  if (face.has("ambient") && !face.has("robin"))
    face.report("ambient", "has no meaning without 'robin'");
  if (!coefficient) return;
  if (!face.has_or_misspells("ambient"))
    face.report("ambient",
                "missing; expected the value outside that a Robin condition draws to, such as 0.2");
  if (coefficient->depends_on_time())
    face.report("robin", "depends on the time t; expected a function of the place alone");
  condition.values.set<RobinCoefficient>({{*coefficient}});
  if (ambient)
    take_scalar(condition, *ambient,
                plan::shortened("Robin " + coefficient->text() + " to " + ambient->text()));
}

void look_at_robin(const cases::Case& c, CaseValues& values) {
  for (const ScalarCase& scalar : c.scalars)
    for (const ScalarFaceCondition& face : scalar.faces)
      for (const auto& given : face.values.of<RobinCoefficient>())
        if (const auto boundary = values.boundary(face.boundary))
          values.look_at_sides(given.coefficient, *boundary, cases::Range{.lower = 0});
}

void complete_scalar(const ScalarFaceContext& context, physics::ScalarBoundaryCondition& face) {
  for (const auto& [value] : context.condition.values.of<ScalarOfFace>()) {
    if (value.depends_on_solution()) {
      face.of_solution = context.formulas.source_function(value);
    } else {
      face.value = context.formulas.function(value);
      face.depends_on_time = value.depends_on_time();
    }
  }
}

void complete_robin(const ScalarFaceContext& context, physics::ScalarBoundaryCondition& face) {
  for (const auto& given : context.condition.values.of<RobinCoefficient>()) {
    face.coefficient = context.formulas.function(given.coefficient);
    complete_scalar(context, face);
  }
}

}  // namespace

Resident scalar_value() {
  Resident resident{
      {.keys = {{.path = "scalar[].boundary.<face>.value",
                 .kind = cases::Kind::expression,
                 .words = {"exact"},
                 .variables = cases::Variables::boundary,
                 .example = "\"1\"",
                 .description = "given value; may use the solution and the normal; \"exact\": as "
                                "`exact` of the scalar"}},
       .on_scalar = {.kind = ScalarCondition::value, .read = read_value}}};
  resident.complete_scalar = complete_scalar;
  resident.supports = also(any_or_linearised, {Trait::moving_mesh, Trait::low_mach});
  resident.example = "x_min = { value = \"1 - y*cos(t)\" }";
  return resident;
}

Resident scalar_flux() {
  Resident resident{
      {.keys = {{.path = "scalar[].boundary.<face>.flux",
                 .kind = cases::Kind::expression,
                 .variables = cases::Variables::boundary,
                 .example = "\"-0.1*(temperature - 0.2)\"",
                 .description = "given flux, diffusivity dT/dn, positive into the fluid; may use "
                                "the solution and the normal"}},
       .on_scalar = {.kind = ScalarCondition::flux, .read = read_flux}}};
  resident.complete_scalar = complete_scalar;
  resident.supports = also(any_or_linearised, {Trait::moving_mesh, Trait::low_mach});
  resident.example = "x_min = { flux = \"-0.1*(heat - 0.2)\" }";
  return resident;
}

Resident robin() {
  Resident resident{
      {.keys = {{.path = "scalar[].boundary.<face>.robin",
                 .old_name = "transfer",
                 .kind = cases::Kind::expression,
                 .range = {0, cases::unbounded, false, false},
                 .example = "\"2.5\"",
                 .description = "coefficient h of a Robin condition, diffusivity dT/dn = h "
                                "(ambient - T), which is implicit, as for the transfer of heat to "
                                "what is outside; may use the place"},
                {.path = "scalar[].boundary.<face>.ambient",
                 .kind = cases::Kind::expression,
                 .variables = cases::Variables::boundary,
                 .default_text = "none",
                 .example = "\"0.2\"",
                 .description = "with robin: the value outside; may use the solution and the "
                                "normal"}},
       .on_scalar = {.kind = ScalarCondition::robin, .read = read_robin}}};
  resident.complete_scalar = complete_robin;
  resident.look_at = look_at_robin;
  resident.supports = also(any_or_linearised, {Trait::low_mach});
  resident.example = "x_min = { robin = \"1 + y\", ambient = \"0.2*heat\" }";
  return resident;
}

}  // namespace lobatto::residents
