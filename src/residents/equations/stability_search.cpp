// [stability]: the flow that the case begins with is a base flow, and what the run computes are
// small perturbations of it: the modes that grow fastest.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "case/schema/schema.hpp"
#include "physics/adjoint_flow.hpp"
#include "physics/linearised.hpp"
#include "plan/describe.hpp"
#include "plan/solver_choice.hpp"
#include "residents/residents.hpp"
#include "stability/mode_search.hpp"

namespace lobatto::residents {

namespace {

using stability::ModeSettings;
using stability::SearchKind;

const cases::Words<SearchKind>& search_words() {
  static const cases::Words<SearchKind> words{{SearchKind::modes, "modes"},
                                              {SearchKind::adjoint_modes, "adjoint-modes"},
                                              {SearchKind::transient_growth, "transient-growth"}};
  return words;
}

bool use_solution(const cases::BoundaryCondition& condition) {
  return std::ranges::any_of(condition.expressions, &cases::Expression::depends_on_solution);
}

void refuse_nonlinear(const cases::Section& table, const cases::Case& c) {
  const auto refuse = [&](const cases::BoundaryCondition& condition) {
    if (use_solution(condition))
      table.report("kind", fmt::format("the condition {} uses the solution; expected one of place "
                                       "and time alone, about which a flow can be linearised",
                                       condition.where));
  };
  for (const auto& face : c.faces) refuse(face);
  for (const auto& scalar : c.scalars) {
    for (const auto& face : scalar.faces) refuse(face);
    if (scalar.diffusivity.field)
      table.report("kind", fmt::format("the diffusivity of '{}' varies; expected a number, about "
                                       "which a flow can be linearised",
                                       scalar.name));
  }
}

/// Beside a wave along z the pressure has a Helmholtz equation, which direct solvers alone take.
void choose_direct(const cases::Section& table, cases::Case& c) {
  using enum cases::SolverMethod;
  if (c.pressure_solver == schwarz_multigrid)
    table.report("wave_number",
                 "does not go with solver.pressure = \"schwarz-multigrid\", which solves Poisson's "
                 "equation alone; expected a direct solver, or none");
  if (c.pressure_solver == automatic)
    c.pressure_solver =
        plan::obstacle_to_direct_solves(c).empty() ? tensor_direct : extruded_direct;
}

void check_wave(const cases::Section& table, const ModeSettings& settings, cases::Case& c) {
  if (settings.wave_number == 0) return;
  if (!c.plane)
    table.report("wave_number",
                 "is of waves along z, along which the base flow does not change; "
                 "expected mesh.plane = true");
  if (!c.parts.empty() && !c.mesh_file && !c.map)
    table.report("wave_number",
                 "does not go with several conditions on one face of a box; expected "
                 "one on each, or the mesh from a file");
  choose_direct(table, c);
}

/// A run of the case as its times say is one propagation.
void set_horizon(const cases::Section& table, ModeSettings& settings, const cases::Case& c) {
  if (!c.dt) {
    table.report("kind", "needs steps of constant length; expected time.dt in place of time.cfl");
    return;
  }
  const double n_steps =
      c.end_time ? *c.end_time / *c.dt : static_cast<double>(c.steps.value_or(1));
  settings.steps = std::max(1LL, std::llround(n_steps));
  settings.horizon = *c.dt * static_cast<double>(settings.steps);
  if (std::abs(n_steps - static_cast<double>(settings.steps)) > 1e-6)
    table.report("kind", fmt::format("a propagation to time.end = {:g} is {:g} steps of time.dt = "
                                     "{:g}; expected a whole number of steps",
                                     *c.end_time, n_steps, *c.dt));
}

/// Propagation after propagation, each with a checkpoint at its end; what looks at the end of a
/// flow is not asked.
void set_run(ModeSettings& settings, cases::Case& c) {
  settings.time_order = c.time_order;
  c.steps = settings.steps_of_application() * settings.eigen.max_applications;
  c.end_time.reset();
  auto& interval = c.checkpoint.interval;
  if (!interval.every_steps && !interval.every_time)
    interval.every_steps = settings.steps_of_application();
  c.write_final_fields = false;
  c.exact_velocity.reset();
  c.exact_pressure.reset();
  for (auto& scalar : c.scalars) scalar.exact.reset();
  const auto n_parts = 3.0 + static_cast<double>(c.scalars.size());
  // The adjoint has five levels, and what the solves are made of.
  const double of_adjoint = settings.kind == SearchKind::modes ? 0 : 6 * (n_parts + 1);
  c.field_doubles += (settings.eigen.dimension + 3) * n_parts + of_adjoint;
}

void check_stability(const cases::Section& table, ModeSettings& settings,
                     const std::vector<ModeSettings>&, cases::Case& c) {
  const int least = 2 * settings.eigen.n_wanted + 2;
  if (settings.eigen.dimension < least)
    table.report("krylov_vectors",
                 fmt::format("{} are too few for {}; expected at least {}, twice as many and 2",
                             settings.eigen.dimension,
                             plan::counted(settings.eigen.n_wanted, "mode"), least));
  const bool has_scalar =
      std::ranges::any_of(c.scalars, [](const auto& scalar) { return scalar.initial.has_value(); });
  if (!c.initial_velocity && !has_scalar && !c.restart)
    table.report("kind",
                 "there is no base flow; expected one in [initial], or a field file or a "
                 "checkpoint in restart.from");
  if (c.steady) table.report("kind", "has no meaning beside time.steady");
  if (c.axisymmetric) table.report("kind", "has no meaning beside mesh.axisymmetric");
  refuse_nonlinear(table, c);
  check_wave(table, settings, c);
  set_horizon(table, settings, c);
  set_run(settings, c);
}

const cases::Table<ModeSettings>& stability_table() {
  static const cases::Table<ModeSettings> table{
      {.path = "stability",
       .description = "The flow that the case begins with is a base flow, and the run computes its "
                      "modes; see [stability](stability.md)"},
      {{cases::Worded{&ModeSettings::kind, search_words()},
        {.path = "stability.kind",
         .required = true,
         .example = "\"modes\"",
         .description = "modes: the perturbations exp(s t) of largest growth; adjoint-modes: those "
                        "of the adjoint flow; transient-growth: the perturbations whose energy has "
                        "grown most at the end of a propagation. One propagation is a run to "
                        "`time.end` or of `time.steps`"}},
       {[](ModeSettings& s) -> int& { return s.eigen.n_wanted; },
        {.path = "stability.modes",
         .range = {1, 1000, false, false},
         .example = "4",
         .description = "how many; a conjugate pair counts as one"}},
       {&ModeSettings::wave_number,
        {.path = "stability.wave_number",
         .range = {0, cases::unbounded, false, false},
         .example = "2.05",
         .description = "with `mesh.plane`: of perturbations that are waves along z; 0: they do "
                        "not change along z"}},
       {[](ModeSettings& s) -> int& { return s.eigen.dimension; },
        {.path = "stability.krylov_vectors",
         .range = {4, 10000, false, false},
         .example = "40",
         .description = "of the search, all in memory"}},
       {[](ModeSettings& s) -> double& { return s.eigen.tolerance; },
        {.path = "stability.tolerance",
         .range = cases::positive,
         .example = "1e-7",
         .description = "residual of a mode in the propagator, relative, when it counts as found"}},
       {[](ModeSettings& s) -> int& { return s.eigen.max_applications; },
        {.path = "stability.max_propagations",
         .range = cases::counting_things,
         .example = "1000",
         .description = "after which the run stops without all modes: exit code 4"}}}};
  return table;
}

std::string wave_text(const ModeSettings& settings) {
  if (settings.wave_number == 0) return "";
  return fmt::format(", waves of wave number {:.6g} along z", settings.wave_number);
}

std::string describe_stability(const cases::Case& c) {
  std::string text;
  for (const ModeSettings& s : c.extensions.of<ModeSettings>())
    text += plan::line(
        "stability",
        fmt::format("{}: {} of largest growth{}, residual {:g}; {} Krylov vectors; propagations of "
                    "{}, t = {:.6g}, at most {}",
                    cases::word_of(search_words(), s.kind), plan::counted(s.eigen.n_wanted, "mode"),
                    wave_text(s), s.eigen.tolerance, s.eigen.dimension,
                    plan::counted(s.steps, "step"), s.horizon, s.eigen.max_applications));
  return text;
}

void set_linearised(const cases::Case& c, Formulas& /*formulas*/,
                    const space::FunctionSpace& /*space*/, physics::FlowSettings& settings) {
  for (const ModeSettings& s : c.extensions.of<ModeSettings>()) {
    settings = physics::linearised(std::move(settings), s.wave_number);
    if (s.kind != SearchKind::modes) physics::check_adjoint(settings);
  }
}

}  // namespace

Resident stability_search() {
  Resident resident{cases::extension_of(stability_table(), check_stability)};
  resident.in_case_file.describe = describe_stability;
  resident.set = set_linearised;
  resident.supports = {Trait::moved_box, Trait::mesh_file, Trait::linearised};
  resident.reasons = {
      {Trait::prescribed_velocity, "no flow is solved for"},
      {Trait::variable_coefficients, "the viscosity of the perturbation is that of the flow"}};
  resident.example = "[stability]\nkind = \"modes\"\nmodes = 1\nkrylov_vectors = 4\n";
  return resident;
}

}  // namespace lobatto::residents
