// [magnetic]: a fluid that conducts, in a magnetic field that it does not change.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "physics/terms/lorentz_force.hpp"
#include "plan/describe.hpp"
#include "plan/stable_step.hpp"
#include "residents/case_values.hpp"
#include "residents/residents.hpp"
#include "space/named_boundaries.hpp"

namespace lobatto::residents {

namespace {

struct Magnetic {
  cases::VectorExpression field;
  double interaction = 0;
  std::vector<std::string> conducting;
  std::optional<std::array<double, 3>> electric_field;
};

void check_magnetic(const cases::Section& table, Magnetic& magnetic, const std::vector<Magnetic>&,
                    cases::Case& c) {
  c.force_fluctuates = true;
  if (!magnetic.conducting.empty())
    c.extra_boundaries.push_back({magnetic.conducting, table.where("conducting"), true});
  if (!table.is_refused("field") && depends_on_time(magnetic.field))
    table.report("field", "depends on the time t; expected functions of the place alone");
  if (c.plane && !table.is_refused("field"))
    table.report("field", "currents have three dimensions; expected no mesh.plane");
  for (int d = 0; d < 3 && magnetic.electric_field; ++d)
    if ((*magnetic.electric_field)[d] != 0 && (c.mesh_file || !c.axes[d].periodic))
      table.report("electric_field", fmt::format("has a part along {}, where the mesh is no box "
                                                 "that is periodic; expected 0 there",
                                                 "xyz"[d]));
}

const cases::Table<Magnetic>& magnetic_table() {
  static const cases::Table<Magnetic> table{
      {.path = "magnetic",
       .description = "A fluid that conducts electricity, in a magnetic field that it does not "
                      "change (low magnetic Reynolds number): the force interaction times j x "
                      "field, with the current j = E - grad(potential) + u x field"},
      {{&Magnetic::field,
        {.path = "magnetic.field",
         .required = true,
         .example = "[0, 1, 0]",
         .description = "of the place, in units of a reference field"}},
       {&Magnetic::interaction,
        {.path = "magnetic.interaction",
         .required = true,
         .range = cases::positive,
         .example = "20",
         .description = "conductivity times the reference field squared, over the density: Ha^2 "
                        "viscosity / length^2"}},
       {&Magnetic::conducting,
        {.path = "magnetic.conducting",
         .default_text = "none",
         .example = "[\"y_max\"]",
         .description = "boundaries of a perfect conductor; others let no current through"}},
       {&Magnetic::electric_field,
        {.path = "magnetic.electric_field",
         .default_text = "what makes the mean current zero",
         .example = "[0, 0, 0]",
         .description = "E along periodic directions of a box, instead of an open circuit"}}}};
  return table;
}

physics::ImposedField imposed_field(const Magnetic& magnetic, Formulas& formulas,
                                    const cases::Case& c, const space::FunctionSpace& space) {
  physics::ImposedField imposed{formulas.vector_function(magnetic.field),
                                magnetic.interaction,
                                space::boundaries_named(magnetic.conducting, space),
                                {},
                                magnetic.electric_field};
  for (int d = 0; d < 3; ++d) imposed.periodic[d] = !c.mesh_file && c.axes[d].periodic;
  return imposed;
}

void add_magnetic(const AssemblyContext& context) {
  physics::Assembly& assembly = context.assembly;
  const auto& space = assembly.state.space();
  for (const Magnetic& magnetic : context.the_case.extensions.of<Magnetic>())
    assembly.velocity->add(std::make_unique<physics::LorentzForce>(
        imposed_field(magnetic, context.formulas, context.the_case, space),
        assembly.velocity->field(), space, assembly.profiler));
}

/// N |B|^2 at most: what a current that nothing keeps from flowing takes from the velocity across.
DecayOnMesh decay_of(const cases::Case& c, const space::FunctionSpace& space) {
  DecayOnMesh decay;
  for (const Magnetic& magnetic : c.extensions.of<Magnetic>()) {
    std::array<std::vector<double>, 3> x, b;
    double largest = 0;
    for (int e = 0; e < space.n_elements(); ++e) {
      space.element_points(e, x);
      const std::array<std::span<const double>, 3> place{x[0], x[1], x[2]};
      for (int d = 0; d < 3; ++d) {
        b[d].resize(x[0].size());
        if (magnetic.field[d].evaluate(place, 0, b[d]))
          std::ranges::fill(b[d], 0.0);  // not finite: told elsewhere
      }
      for (std::size_t q = 0; q < x[0].size(); ++q)
        largest = std::max(largest, b[0][q] * b[0][q] + b[1][q] * b[1][q] + b[2][q] * b[2][q]);
    }
    decay.rate = magnetic.interaction * space.communicator().max(largest);
    if (const auto fault = plan::decay_fault(c, "magnetic.interaction |field|^2", decay.rate))
      decay.fault =
          fmt::format("{}: {:.6g} with {}", c.place("magnetic.interaction"), decay.rate, *fault);
  }
  return decay;
}

void look_at_magnetic(const cases::Case& c, CaseValues& values) {
  for (const Magnetic& magnetic : c.extensions.of<Magnetic>())
    for (const cases::Expression& component : magnetic.field) values.look_at_nodes(component, 0.0);
}

std::string describe_magnetic(const cases::Case& c) {
  std::string text;
  for (const Magnetic& magnetic : c.extensions.of<Magnetic>())
    text += plan::line(
        "magnetic",
        fmt::format("field {}, interaction {:.6g}{}", plan::vector_text(magnetic.field),
                    magnetic.interaction,
                    magnetic.conducting.empty()
                        ? std::string(", walls insulate")
                        : fmt::format(", conductors {}", fmt::join(magnetic.conducting, ", "))));
  return text;
}

ForceAdder magnetic_force(const Solution& solution, Formulas& formulas) {
  const auto& models = solution.the_case.extensions.of<Magnetic>();
  if (models.empty()) return [](double, space::VectorField&) {};
  const auto profiler = std::make_shared<perf::Profiler>();
  const auto term = std::make_shared<physics::LorentzForce>(
      imposed_field(models.front(), formulas, solution.the_case, solution.space),
      solution.state["velocity"], solution.space, *profiler);
  return [term, profiler, &state = solution.state](double /*t*/, space::VectorField& force) {
    term->evaluate(state["velocity"].vector());
    for (int d = 0; d < 3; ++d)
      for (std::size_t q = 0; q < force[d].size(); ++q) force[d][q] += term->force()[d][q];
  };
}

}  // namespace

Resident magnetic() {
  Resident resident{cases::extension_of(magnetic_table(), check_magnetic), add_magnetic};
  resident.in_case_file.describe = describe_magnetic;
  resident.look_at = look_at_magnetic;
  resident.decay_on_mesh = decay_of;
  resident.force = magnetic_force;
  resident.supports = {Trait::moved_box, Trait::mesh_file, Trait::variable_coefficients,
                       Trait::characteristics};
  resident.reasons = {{Trait::prescribed_velocity, "no force acts"},
                      {Trait::solids, "currents in solids are not solved for"}};
  resident.example = "[magnetic]\nfield = [0, 0, 1]\ninteraction = 0.5\n";
  return resident;
}

}  // namespace lobatto::residents
