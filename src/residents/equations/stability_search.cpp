// [stability]: the flow that the case begins with is a base flow, and what the run computes are
// small perturbations of it: the modes that grow fastest. Or it looks for a base flow.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "case/schema/schema.hpp"
#include "physics/adjoint_flow.hpp"
#include "physics/linearised.hpp"
#include "plan/describe.hpp"
#include "plan/solver_choice.hpp"
#include "residents/residents.hpp"
#include "stability/base_flow_search.hpp"
#include "stability/mode_search.hpp"

namespace lobatto::residents {

namespace {

using stability::BaseFlowMethod;
using stability::BaseFlowSettings;
using stability::ModeSettings;
using stability::Period;
using stability::Propagation;
using stability::SearchKind;

enum class StabilityKind { modes, adjoint_modes, transient_growth, sensitivity, base_flow };

/// The table as it is read: the case gets the settings of its kind.
struct StabilityKeys {
  StabilityKind kind = StabilityKind::modes;
  int n_modes = 4;
  std::optional<double> tolerance;
  int krylov_vectors = 40;
  int max_propagations = 1000;
  BaseFlowMethod method = BaseFlowMethod::newton;
  double gain = 0, filter_width = 0;
  double wave_number = 0;
  bool steady_force = false;
  Period period = Period::none;
};

const cases::Words<Period>& periods() {
  static const cases::Words<Period> words{
      {Period::none, "none"}, {Period::known, "known"}, {Period::unknown, "unknown"}};
  return words;
}

const cases::Words<StabilityKind>& stability_kinds() {
  static const cases::Words<StabilityKind> words{
      {StabilityKind::modes, "modes"},
      {StabilityKind::adjoint_modes, "adjoint-modes"},
      {StabilityKind::transient_growth, "transient-growth"},
      {StabilityKind::sensitivity, "sensitivity"},
      {StabilityKind::base_flow, "base-flow"}};
  return words;
}

const cases::Words<BaseFlowMethod>& base_flow_methods() {
  static const cases::Words<BaseFlowMethod> words{{BaseFlowMethod::newton, "newton"},
                                                  {BaseFlowMethod::damping, "damping"}};
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

/// A run of the case as its times say.
Propagation propagation_of(const cases::Section& table, const cases::Case& c) {
  if (!c.dt) {
    table.report("kind", "needs steps of constant length; expected time.dt in place of time.cfl");
    return {};
  }
  const double n_steps =
      c.end_time ? *c.end_time / *c.dt : static_cast<double>(c.steps.value_or(1));
  Propagation propagation;
  propagation.steps = std::max(1LL, std::llround(n_steps));
  propagation.horizon = *c.dt * static_cast<double>(propagation.steps);
  if (std::abs(n_steps - static_cast<double>(propagation.steps)) > 1e-6)
    table.report("kind", fmt::format("a propagation to time.end = {:g} is {:g} steps of time.dt = "
                                     "{:g}; expected a whole number of steps",
                                     *c.end_time, n_steps, *c.dt));
  return propagation;
}

/// Propagation after propagation, each with a checkpoint at its end.
void set_run(const Propagation& propagation, int max_propagations, int n_vectors, cases::Case& c) {
  c.steps = propagation.steps * max_propagations;
  c.end_time.reset();
  auto& interval = c.checkpoint.interval;
  if (!interval.every_steps && !interval.every_time) interval.every_steps = propagation.steps;
  c.field_doubles += n_vectors * (3.0 + static_cast<double>(c.scalars.size()));
}

/// Its levels in memory; waves along z have a base flow of two components.
double doubles_of_orbit(const ModeSettings& settings, const cases::Case& c) {
  const double of_level =
      (settings.wave_number == 0 ? 3.0 : 2.0) + static_cast<double>(c.scalars.size());
  return of_level * static_cast<double>(settings.propagation.steps + 1);
}

void set_search(const ModeSettings& settings, cases::Case& c) {
  const auto& [n_modes, n_vectors, tolerance, max_propagations] = settings.eigen;
  // The adjoint has five levels of each part, and of the pressure.
  const int n_adjoint = settings.kind == SearchKind::modes ? 0 : 8;
  if (settings.is_periodic) c.field_doubles += doubles_of_orbit(settings, c);
  const bool seeks_twice = settings.kind == SearchKind::sensitivity;
  const int n_solves = settings.of_steady_force ? 2 * n_modes : 0;
  const int n_kept =
      (seeks_twice ? 2 * n_modes : 0) + (n_solves > 0 ? n_vectors + 1 + 2 * n_solves : 0);
  set_run(settings.application(),
          (seeks_twice ? 2 : 1) * max_propagations + n_solves * (n_vectors + 1),
          n_vectors + 3 + n_adjoint + n_kept, c);
}

SearchKind search_kind(StabilityKind kind) {
  if (kind == StabilityKind::adjoint_modes) return SearchKind::adjoint_modes;
  if (kind == StabilityKind::sensitivity) return SearchKind::sensitivity;
  return kind == StabilityKind::transient_growth ? SearchKind::transient_growth : SearchKind::modes;
}

void check_mode_search(const cases::Section& table, const StabilityKeys& stability,
                       cases::Case& c) {
  ModeSettings settings;
  settings.kind = search_kind(stability.kind);
  settings.time_order = c.time_order;
  settings.wave_number = stability.wave_number;
  settings.of_steady_force = stability.steady_force;
  settings.is_periodic = stability.period != Period::none;
  settings.eigen = {stability.n_modes, stability.krylov_vectors, stability.tolerance.value_or(1e-7),
                    stability.max_propagations};
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
  if (c.axisymmetric) table.report("kind", "has no meaning beside mesh.axisymmetric");
  refuse_nonlinear(table, c);
  check_wave(table, settings, c);
  settings.propagation = propagation_of(table, c);
  set_search(settings, c);
  // What looks at the end of a flow is not asked.
  c.write_final_fields = false;
  c.exact_velocity.reset();
  c.exact_pressure.reset();
  for (auto& scalar : c.scalars) scalar.exact.reset();
  c.extensions.set(std::vector{settings});
}

/// Of a flow that nothing drives in time.
void refuse_conditions_in_time(const cases::Section& table, const cases::Case& c) {
  const auto refuse = [&](const cases::BoundaryCondition& condition) {
    if (std::ranges::any_of(condition.expressions, &cases::Expression::depends_on_time))
      table.report("kind", fmt::format("the condition {} depends on time; expected one that a "
                                       "steady flow can have; of a periodic flow it is one with "
                                       "stability.period = \"known\"",
                                       condition.where));
  };
  for (const auto& face : c.faces) refuse(face);
  for (const auto& scalar : c.scalars)
    for (const auto& face : scalar.faces) refuse(face);
}

void check_base_flow(const cases::Section& table, const StabilityKeys& stability, cases::Case& c) {
  BaseFlowSettings settings;
  settings.method = stability.method;
  settings.tolerance = stability.tolerance.value_or(settings.tolerance);
  settings.krylov_vectors = stability.krylov_vectors;
  settings.max_propagations = stability.max_propagations;
  settings.gain = stability.gain;
  settings.filter_width = stability.filter_width;
  settings.period = stability.period;
  if (stability.period != Period::known) refuse_conditions_in_time(table, c);
  if (!c.model_fields.empty())
    table.report("kind", "does not look for the fields of subgrid.model");
  settings.propagation = propagation_of(table, c);
  // What solves leave is to be the same in runs that are compared.
  c.iterative_pressure.follows_steps = c.iterative_velocity.follows_steps = false;
  const bool is_newton = stability.method == BaseFlowMethod::newton;
  set_run(settings.propagation, stability.max_propagations,
          is_newton ? stability.krylov_vectors + (stability.period == Period::unknown ? 10 : 8) : 4,
          c);
  c.extensions.set(std::vector{settings});
}

/// Keys that only one kind, or one method, knows.
void check_stability_keys(const cases::Section& table, const StabilityKeys& stability) {
  const bool is_base_flow = stability.kind == StabilityKind::base_flow;
  const bool is_damping = is_base_flow && stability.method == BaseFlowMethod::damping;
  const auto expect = [&](bool is_known, const char* key, const char* where) {
    if (!is_known && table.has(key))
      table.report(key, fmt::format("has no meaning here; it belongs to {}", where));
  };
  for (const char* key : {"modes", "wave_number"})
    expect(!is_base_flow, key, "all kinds but \"base-flow\"");
  expect(stability.kind == StabilityKind::sensitivity, "steady_force", "kind = \"sensitivity\"");
  expect(is_base_flow, "method", "kind = \"base-flow\"");
  expect(!is_damping, "krylov_vectors", "other methods");
  for (const char* key : {"gain", "filter_width"}) {
    expect(is_damping, key, "method = \"damping\"");
    if (is_damping && !table.has_or_misspells(key))
      table.report(key, "missing; expected a number above 0");
  }
  if (is_damping && stability.period != Period::none)
    table.report("period",
                 "is not of method = \"damping\", which finds steady flows; expected "
                 "method = \"newton\"");
  if (stability.kind == StabilityKind::sensitivity && stability.period != Period::none)
    table.report("period", "is not of kind = \"sensitivity\", which is about steady flows");
  else if (!is_base_flow && stability.period == Period::unknown)
    table.report("period",
                 "is unknown; expected \"known\" about a flow that repeats itself, which "
                 "kind = \"base-flow\" finds with its period");
}

void check_stability(const cases::Section& table, StabilityKeys& stability,
                     const std::vector<StabilityKeys>&, cases::Case& c) {
  if (table.is_refused("kind") || table.is_refused("method")) return;
  check_stability_keys(table, stability);
  if (c.steady) table.report("kind", "has no meaning beside time.steady");
  if (stability.kind == StabilityKind::base_flow)
    check_base_flow(table, stability, c);
  else
    check_mode_search(table, stability, c);
}

cases::KeyMember<StabilityKeys> kind_key() {
  return {cases::worded(&StabilityKeys::kind, stability_kinds()),
          {.path = "stability.kind",
           .required = true,
           .example = "\"modes\"",
           .description =
               "modes: the perturbations exp(s t) of largest growth; adjoint-modes: those of the "
               "adjoint flow; transient-growth: the perturbations whose energy has grown most at "
               "the end of a propagation; sensitivity: modes, and where they "
               "respond to a change of the flow; base-flow: the steady or periodic flow, be it "
               "stable or not. One "
               "propagation is a run to `time.end` or of `time.steps`"}};
}

cases::KeyMember<StabilityKeys> period_key() {
  return {
      cases::worded(&StabilityKeys::period, periods()),
      {.path = "stability.period",
       .example = "\"known\"",
       .description = "of a base flow that repeats itself. known: one propagation is one period; "
                      "unknown: base-flow finds it, with the steps of a propagation and from its "
                      "time on"}};
}

cases::KeyMember<StabilityKeys> tolerance_key() {
  return {
      &StabilityKeys::tolerance,
      {.path = "stability.tolerance",
       .range = cases::positive,
       .default_text = "1e-7; 1e-10 for base-flow",
       .example = "1e-7",
       .description = "residual of a mode in the propagator, relative, when it counts as found; "
                      "of a base flow: change per unit of time, relative, as `time.steady` has "
                      "it"}};
}

const cases::Table<StabilityKeys>& stability_table() {
  static const cases::Table<StabilityKeys> table{
      {.path = "stability",
       .description = "The flow that the case begins with is a base flow, and the run computes its "
                      "modes; or the run looks for a base flow; see [stability](stability.md)"},
      {kind_key(),
       {&StabilityKeys::n_modes,
        {.path = "stability.modes",
         .range = {1, 1000, false, false},
         .example = "4",
         .description = "how many; a conjugate pair counts as one"}},
       {&StabilityKeys::wave_number,
        {.path = "stability.wave_number",
         .range = {0, cases::unbounded, false, false},
         .example = "2.05",
         .description = "with `mesh.plane`: of perturbations that are waves along z; 0: they do "
                        "not change along z"}},
       {&StabilityKeys::steady_force,
        {.path = "stability.steady_force",
         .example = "true",
         .description = "of sensitivity: also to a steady force on the base flow; takes up to "
                        "twice `krylov_vectors` propagations per mode"}},
       period_key(),
       {&StabilityKeys::krylov_vectors,
        {.path = "stability.krylov_vectors",
         .range = {4, 10000, false, false},
         .example = "40",
         .description = "of the search, or of a step of Newton's method; all in memory"}},
       tolerance_key(),
       {&StabilityKeys::max_propagations,
        {.path = "stability.max_propagations",
         .range = cases::counting_things,
         .example = "1000",
         .description = "after which the run stops without all modes or a steady flow: exit code "
                        "4"}},
       {cases::worded(&StabilityKeys::method, base_flow_methods()),
        {.path = "stability.method",
         .example = "\"newton\"",
         .description = "of base-flow. newton: Newton's method with GMRES; damping: selective "
                        "frequency damping"}},
       {&StabilityKeys::gain,
        {.path = "stability.gain",
         .range = cases::positive,
         .default_text = "none",
         .example = "0.5",
         .description = "of damping: chi, 1 / time; more than the growth of what oscillates"}},
       {&StabilityKeys::filter_width,
        {.path = "stability.filter_width",
         .range = cases::positive,
         .default_text = "none",
         .example = "5",
         .description = "of damping: Delta, a time; more than 1 / (radians per time) of what "
                        "oscillates"}}}};
  return table;
}

std::string propagations_text(const Propagation& propagation, int at_most) {
  return fmt::format("propagations of {}, t = {:.6g}, at most {}",
                     plan::counted(propagation.steps, "step"), propagation.horizon, at_most);
}

std::string kind_text(SearchKind kind) {
  for (const auto& word : stability_kinds())
    if (word.value != StabilityKind::base_flow && search_kind(word.value) == kind) return word.text;
  return {};
}

std::string wave_text(const ModeSettings& settings) {
  if (settings.wave_number == 0) return "";
  return fmt::format(", waves of wave number {:.6g} along z", settings.wave_number);
}

std::string base_flow_text(Period period) {
  if (period == Period::none) return "steady flow";
  return period == Period::known ? "periodic flow" : "periodic flow and its period";
}

std::string orbit_text(const ModeSettings& settings) {
  return settings.is_periodic ? ", about a flow that repeats itself after each" : "";
}

std::string describe_stability(const cases::Case& c) {
  std::string text;
  for (const ModeSettings& s : c.extensions.of<ModeSettings>())
    text += plan::line(
        "stability",
        fmt::format("{}: {} of largest growth{}{}, residual {:g}; {} Krylov vectors; "
                    "{}{}",
                    kind_text(s.kind), plan::counted(s.eigen.n_wanted, "mode"), wave_text(s),
                    s.of_steady_force ? ", and what steady forces change" : "", s.eigen.tolerance,
                    s.eigen.dimension, propagations_text(s.propagation, s.eigen.max_applications),
                    orbit_text(s)));
  for (const BaseFlowSettings& s : c.extensions.of<BaseFlowSettings>()) {
    const std::string how =
        s.method == BaseFlowMethod::newton
            ? fmt::format("{} Krylov vectors", s.krylov_vectors)
            : fmt::format("gain {:g}, filter width {:g}", s.gain, s.filter_width);
    text += plan::line(
        "stability",
        fmt::format("{} by {}, change below {:g} per unit of time; {}; {}",
                    base_flow_text(s.period), word_of(base_flow_methods(), s.method), s.tolerance,
                    how, propagations_text(s.propagation, s.max_propagations)));
  }
  return text;
}

void set_linearised(const cases::Case& c, Formulas& /*formulas*/,
                    const space::FunctionSpace& /*space*/, physics::FlowSettings& settings) {
  for (const ModeSettings& s : c.extensions.of<ModeSettings>()) {
    settings =
        physics::linearised(std::move(settings), s.wave_number,
                            s.is_periodic ? std::make_shared<physics::BaseOrbit>() : nullptr);
    if (s.kind != SearchKind::modes) physics::check_adjoint(settings);
  }
}

void check_stability_on_mesh(const cases::Case& c, const space::FunctionSpace& space,
                             cases::Problems& problems) {
  if (space.rotation() != nullptr && !c.extensions.of<ModeSettings>().empty())
    problems.add_placed(fmt::format(
        "{}: modes are not searched where periodic sides are a rotation (by {}); expected the mesh "
        "of the full circle",
        c.place("stability"), mesh::text_of(*space.rotation())));
}

}  // namespace

Resident stability_search() {
  Resident resident{cases::extension_of(stability_table(), check_stability)};
  resident.in_case_file.describe = describe_stability;
  resident.set = set_linearised;
  resident.check_on_mesh = check_stability_on_mesh;
  resident.supports = {Trait::moved_box, Trait::mesh_file, Trait::linearised};
  resident.reasons = {
      {Trait::prescribed_velocity, "no flow is solved for"},
      {Trait::variable_coefficients, "the viscosity of the perturbation is that of the flow"},
      {Trait::characteristics, "its steps are the derivative of extrapolated ones"}};
  resident.example = "[stability]\nkind = \"modes\"\nmodes = 1\nkrylov_vectors = 4\n";
  return resident;
}

}  // namespace lobatto::residents
