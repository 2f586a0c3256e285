// [low_mach]: a density that varies, at low Mach number: of an ideal gas, or by an expression of
// the scalars.
#include <fmt/format.h>

#include <algorithm>

#include "case/expressions/coefficient_expression.hpp"
#include "case/schema/schema.hpp"
#include "plan/describe.hpp"
#include "plan/memory.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

struct LowMach : physics::DensitySettings {
  std::string temperature;
  double gas_constant = 1;
  double pressure = 1;
  double gamma = 1.4;
  std::optional<cases::Expression> density;
};

const cases::Table<LowMach>& low_mach_table() {
  static const cases::Table<LowMach> table{
      {.path = "low_mach",
       .description =
           "A density that varies with scalars, at low Mach number. `fluid.viscosity` is then the "
           "dynamic one, `diffusivity` of a scalar its density times its diffusivity, which of a "
           "temperature is the conductivity over the heat capacity at constant pressure; sources "
           "are per volume, of a temperature over that capacity. See [the "
           "method](theory.md#9-a-density-that-varies)"},
      {{&LowMach::temperature,
        {.path = "low_mach.temperature",
         .kind = cases::Kind::scalar_name,
         .default_text = "none",
         .example = "\"temperature\"",
         .description = "of an ideal gas, density = pressure / (gas_constant * temperature): the "
                        "scalar that is its temperature, above zero"}},
       {&LowMach::density,
        {.path = "low_mach.density",
         .variables = cases::Variables::coefficient,
         .default_text = "that of the gas",
         .example = "\"1/(1 + 0.5*temperature)\"",
         .description = "density as an expression of the scalars, instead of a gas"}},
       {&LowMach::gas_constant,
        {.path = "low_mach.gas_constant",
         .range = cases::positive,
         .example = "287",
         .description = "of the gas, per mass"}},
       {&LowMach::pressure,
        {.path = "low_mach.pressure",
         .range = cases::positive,
         .example = "101325",
         .description =
             "thermodynamic pressure of the gas, the same everywhere; where no fluid may "
             "leave that of the start, after which it holds the mass"}},
       {&LowMach::gamma,
        {.path = "low_mach.gamma",
         .range = {.lower = 1, .open_lower = true},
         .example = "1.4",
         .description = "ratio of the heat capacities of the gas"}},
       {&LowMach::gravity,
        {.path = "low_mach.gravity",
         .default_text = "[0, 0, 0]",
         .example = "[0, -9.81, 0]",
         .description = "acceleration g of the force (density - reference_density) g per volume"}},
       {&LowMach::reference,
        {.path = "low_mach.reference_density",
         .range = {.lower = 0},
         .example = "1.2",
         .description = "density whose weight the pressure leaves out: where fluid leaves, that of "
                        "the surroundings"}}}};
  return table;
}

/// Keys that say something of a gas have no meaning beside an expression.
void check_law(const cases::Section& table, const LowMach& given) {
  if (!given.density) return;
  for (const char* key : {"gas_constant", "pressure", "gamma"})
    if (table.has(key)) table.report(key, "is that of a gas; low_mach.density needs none");
  for (const char* name : {"u", "v", "w", "x", "y", "z", "shear_rate"})
    if (given.density->depends_on(name))
      table.report("density", fmt::format("uses {}; expected an expression of the scalars", name));
  if (given.density->depends_on_time())
    table.report("density", "depends on the time t; expected an expression of the scalars");
  if (given.density->constant_value())
    table.report("density", "is the same everywhere; leave [low_mach] out, or use a scalar");
}

void check_rest(const cases::Section& root, const cases::Case& c) {
  if (c.axisymmetric) root.report("low_mach", "has no meaning with mesh.axisymmetric");
  if (c.scalars.empty())
    root.report("low_mach", "has no meaning without a [[scalar]] that the density follows from");
  if (const cases::Section forcing = root.table("forcing"); forcing.has("flow_rate"))
    forcing.report("flow_rate",
                   "has no meaning with [low_mach], which lets the density vary; expected a force, "
                   "forcing.body");
}

void check_low_mach(const cases::Section& table, LowMach& given, const std::vector<LowMach>&,
                    cases::Case& c) {
  check_law(table, given);
  if (!given.density)
    given.gas = {given.temperature, given.gas_constant, given.pressure, given.gamma};
  // Three levels and what they add up to, Q, 1 / rho with its stiffness, and workspace.
  c.field_doubles += plan::doubles_of_coefficient + 8.0;
  c.unpredicted.push_back({"low_mach", "a density that varies"});
}

std::string describe_low_mach(const cases::Case& c) {
  std::string text;
  for (const LowMach& given : c.extensions.of<LowMach>())
    text += plan::line(
        "density",
        given.density
            ? plan::shortened(given.density->text())
            : fmt::format("of an ideal gas, pressure {:.6g}, gas constant {:.6g}, gamma {:.6g}",
                          given.pressure, given.gas_constant, given.gamma));
  return text;
}

void set_low_mach(const cases::Case& c, Formulas& formulas, const space::FunctionSpace& /*space*/,
                  physics::FlowSettings& settings) {
  for (const LowMach& given : c.extensions.of<LowMach>()) {
    settings.density = given;
    if (given.density)
      settings.density->law = formulas.coefficient(cases::coefficient_of(*given.density)).law;
  }
}

}  // namespace

Resident low_mach() {
  Resident resident{cases::extension_of(
      low_mach_table(), check_low_mach,
      {{"low_mach", cases::Group::Need::exactly_one, {"temperature", "density"}}})};
  const auto read = resident.in_case_file.read;
  resident.in_case_file.read = [read](const cases::Section& root, cases::Case& c) {
    read(root, c);
    if (root.has("low_mach")) check_rest(root, c);
  };
  resident.in_case_file.read_first = [](const cases::Section& root, cases::Case& c) {
    c.density_varies = root.has("low_mach");
  };
  resident.in_case_file.fields = [](const cases::Value& document) -> std::vector<std::string> {
    if (cases::find_entry(document, "low_mach") == nullptr) return {};
    return {"density"};
  };
  resident.in_case_file.place = cases::Place::with_conditions;
  resident.in_case_file.describe = describe_low_mach;
  resident.set = set_low_mach;
  resident.supports = {Trait::moved_box, Trait::mesh_file, Trait::variable_coefficients,
                       Trait::low_mach};
  resident.reasons = {{Trait::prescribed_velocity, "no flow is solved for"}};
  resident.example = "[low_mach]\ndensity = \"1/(1 + 0.5*heat)\"\n";
  return resident;
}

}  // namespace lobatto::residents
