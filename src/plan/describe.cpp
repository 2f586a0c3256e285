#include "plan/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "space/advection.hpp"

namespace lobatto::plan {

namespace {

std::string axis_text(int direction, const mesh::Axis& axis) {
  double shortest = axis.element_length(0), longest = shortest;
  for (int e = 1; e < axis.n_elements(); ++e) {
    shortest = std::min(shortest, axis.element_length(e));
    longest = std::max(longest, axis.element_length(e));
  }
  const bool is_uniform = longest - shortest <= 1e-12 * longest;
  return fmt::format("{} in [{:.6g}, {:.6g}], {} {}{}", direction_names[direction],
                     axis.ticks.front(), axis.ticks.back(), counted(axis.n_elements(), "element"),
                     is_uniform ? fmt::format("of {:.4g}", longest)
                                : fmt::format("from {:.4g} to {:.4g}", shortest, longest),
                     axis.periodic ? ", periodic" : "");
}

std::string quadrature_text(const cases::Case& c) {
  if (cases::n_advected_fields(c) == 0) return "of nothing";
  if (c.quadrature_nodes < 0) return "on the solution's nodes";
  const int n = c.order + 1;
  return fmt::format("on {} Gauss nodes per direction",
                     space::advection_nodes(n, c.quadrature_nodes));
}

std::string box_text(const cases::Case& c, const std::string& what) {
  std::string text =
      line("mesh", fmt::format("{} x {} x {} = {}", c.axes[0].n_elements(), c.axes[1].n_elements(),
                               c.axes[2].n_elements(), what));
  for (int d = 0; d < 3; ++d) text += line("", axis_text(d, c.axes[d]));
  return text;
}

std::string elements_text(const cases::Case& c, const MeshSize& size) {
  const std::string what =
      fmt::format("{} of order {}", counted_large(size.n_elements, "element"), c.order);
  std::string text;
  if (c.mesh_file)
    text = line("mesh", fmt::format("{}, {}", c.mesh_file_text(), what));
  else
    text = box_text(c, what);
  if (c.map) text += line("", "moved to " + vector_text(*c.map));
  if (c.axisymmetric)
    text += line("", "around the axis y = 0, by full circles: v is along the radius, w around it");
  else if (c.plane)
    text += line("", "a plane: nothing changes along z, which has one node");
  return text;
}

std::string solids_text(const cases::Case& c) {
  std::string text;
  for (const cases::SolidCase& solid : c.solids)
    text +=
        line("solid", fmt::format("{}: the elements {}", solid.name,
                                  solid.condition ? "where " + shortened(solid.condition->text())
                                                  : fmt::format("of the volumes {}",
                                                                fmt::join(solid.volumes, ", "))));
  return text;
}

std::string mesh_text(const cases::Case& c, const MeshSize& size) {
  return elements_text(c, size) + solids_text(c) +
         line("unknowns", fmt::format("{:.15g} per field ({:.15g} points in elements), {} fields",
                                      size.n_unknowns, size.n_points,
                                      (c.prescribed_velocity ? 3 : 4) + c.scalars.size())) +
         line("advection", quadrature_text(c));
}

std::string prescribed_velocity_text(const cases::PrescribedVelocity& flow) {
  if (flow.velocity) return "given: " + vector_text(*flow.velocity);
  if (flow.is_frozen()) return "given: frozen, as the run begins";
  if (!flow.period) return "given: that of " + flow.files.front();
  return fmt::format("given: that of {} files from {} to {}, again after {:.6g}", flow.files.size(),
                     flow.files.front(), flow.files.back(), *flow.period);
}

std::string turbulence_text(const cases::Case& c) {
  if (!c.initial_turbulence) return "";
  const auto& turbulence = *c.initial_turbulence;
  const auto& energies = turbulence.shell_energies;
  const double energy = std::accumulate(energies.begin(), energies.end(), 0.0);
  return line(
      "turbulence",
      fmt::format("isotropic, E(k) = {} in {} of waves, seed {}; energy {:.6g}, u' {:.6g}",
                  shortened(turbulence.spectrum.text()), counted(turbulence.n_shells, "shell"),
                  turbulence.seed, energy, std::sqrt(energy / 1.5)));
}

/// What the run begins with.
std::string beginning_text(const cases::Case& c) {
  std::string text;
  if (c.prescribed_velocity)
    text = line("velocity", prescribed_velocity_text(*c.prescribed_velocity));
  if (c.restart)
    return text + line("restart",
                       fmt::format("from {}{}", c.restart->from,
                                   c.restart->interpolate ? ", interpolated to this mesh" : ""));
  if (c.prescribed_velocity && !c.prescribed_velocity->is_frozen()) return text;
  if (c.initial_velocity || !c.initial_turbulence)
    text += line("initial", c.initial_velocity ? velocity_text(*c.initial_velocity, c) : "at rest");
  return text + turbulence_text(c);
}

std::string coefficient_text(const cases::CoefficientCase& coefficient) {
  return coefficient.field ? shortened(coefficient.field->text())
                           : fmt::format("{:.6g}", coefficient.constant);
}

std::string scalars_text(const cases::Case& c) {
  std::string text;
  for (const cases::ScalarCase& scalar : c.scalars) {
    const auto part = [](const char* label, const std::optional<cases::Expression>& e) {
      return e ? fmt::format(", {} {}", label, shortened(e->text())) : "";
    };
    text += line(
        "scalar",
        fmt::format("{}: diffusivity {}{}{}{}{}", scalar.name, coefficient_text(scalar.diffusivity),
                    scalar.said, scalar.is_advected ? "" : ", without advection",
                    c.restart ? "" : part("initial", scalar.initial), part("exact", scalar.exact)));
  }
  return text;
}

std::string in_solids_text(const cases::Case& c) {
  std::string text;
  for (const cases::ScalarCase& scalar : c.scalars)
    for (const cases::ScalarSolidCase& solid : scalar.solids)
      text += line(
          "", fmt::format("{} in {}: conductivity {}, capacity {}{}", scalar.name, solid.solid,
                          coefficient_text(solid.conductivity), coefficient_text(solid.capacity),
                          solid.source ? ", source " + shortened(solid.source->text()) : ""));
  return text;
}

std::string time_text(const cases::Case& c) {
  std::string step =
      c.dt ? fmt::format("dt {:.6g}", *c.dt) : fmt::format("CFL {:.6g}", c.cfl.value_or(0));
  if (c.max_dt) step += fmt::format(", dt at most {:.6g}", *c.max_dt);
  if (c.min_dt) step += fmt::format(", dt at least {:.6g}", *c.min_dt);
  if (c.time_tolerance) step += fmt::format(", local error near {:.6g}", *c.time_tolerance);
  std::string end;
  if (c.end_time) end += fmt::format(", to t = {:.6g}", *c.end_time);
  if (c.steps) end += ", at most " + counted(*c.steps, "step");
  if (c.steady)
    end += fmt::format(", or until steady to {:.6g} per unit of time", c.steady->change);
  return line("time",
              fmt::format("order {}{}, {}{}", c.time_order,
                          c.along_characteristics ? " along characteristics" : "", step, end));
}

std::string solver_text(const cases::Case& c) {
  std::vector<std::string> solvers;
  const auto add = [&](const std::string& equation, cases::SolverMethod method) {
    solvers.push_back(fmt::format("{} {}", equation, word_of(cases::solver_words(), method)));
  };
  if (!c.prescribed_velocity) {
    add("pressure", c.pressure_solver);
    add("velocity", c.velocity_solver);
  }
  for (const cases::ScalarCase& scalar : c.scalars) add(scalar.name, scalar.solver);
  const auto to = [](const auto& iterative) {
    return fmt::format("to {:.6g}{}", iterative.tolerance,
                       iterative.follows_steps ? " or a part of the step's error" : "");
  };
  return line(
      "solvers",
      fmt::format("{}; iterative: {}{}", fmt::join(solvers, ", "), to(c.iterative_velocity),
                  c.prescribed_velocity ? "" : ", the pressure " + to(c.iterative_pressure)));
}

std::string output_text(const cases::Case& c) {
  std::vector<std::string> times;
  if (c.field_output.every_steps)
    times.push_back("every " + counted(*c.field_output.every_steps, "step"));
  if (c.field_output.every_time)
    times.push_back(fmt::format("every {:.6g} time units", *c.field_output.every_time));
  if (c.write_final_fields) times.push_back("at the end");
  const std::string format = c.field_format == cases::FieldFormat::both
                                 ? "vtkhdf and nek5000"
                                 : word_of(cases::field_format_words(), c.field_format);
  const std::string how = fmt::format(" as {} in {} precision", format,
                                      word_of(cases::precision_words(), c.fields_are_double));
  return line(
      "output",
      fmt::format("fields {}; diagnostics every {}",
                  times.empty() ? "never" : fmt::format("{}{}", fmt::join(times, " and "), how),
                  counted(c.diagnostics_every_steps, "step")));
}

std::string quantities_text(const cases::Case& c) {
  std::vector<std::string> names;
  for (const auto& quantity : c.quantities) names.push_back(quantity.name);
  return names.empty() ? "" : line("quantities", fmt::format("{}", fmt::join(names, ", ")));
}

std::string extensions_text(const cases::Case& c, const cases::CaseFormat& format,
                            cases::Place place) {
  std::string text;
  for (const auto& extension : format.extensions())
    if (extension.describe && extension.place == place) text += extension.describe(c);
  return text;
}

}  // namespace

std::string describe(const cases::Case& c, const cases::CaseFormat& format, const MeshSize& size) {
  std::string text = line("case", fmt::format("{} ({})", c.name, c.file));
  for (const auto& [key, value] : c.overrides)
    text += line("", fmt::format("--set {}={}", key, value));
  text += mesh_text(c, size);
  if (c.viscosity.field || c.viscosity.constant > 0)
    text += line("fluid", fmt::format("viscosity {}{}", coefficient_text(c.viscosity),
                                      c.is_advected ? "" : ", without advection (Stokes)"));
  for (const auto& [name, value] : c.parameters)
    text += line("parameter", fmt::format("{} = {:.6g}", name, value));
  text += conditions_text(c);
  text += extensions_text(c, format, cases::Place::with_conditions);
  text += beginning_text(c);
  if (c.exact_velocity) text += line("exact", "velocity " + vector_text(*c.exact_velocity));
  if (c.exact_pressure) text += line("exact", "pressure " + shortened(c.exact_pressure->text()));
  text += scalars_text(c) + in_solids_text(c);
  text += extensions_text(c, format, cases::Place::among_others);
  return text + time_text(c) + solver_text(c) + output_text(c) + quantities_text(c) +
         extensions_text(c, format, cases::Place::with_output);
}

}  // namespace lobatto::plan
