#include "residents/stability/keys.hpp"

#include <fmt/format.h>

namespace lobatto::residents {

using stability::BaseFlowMethod;
using stability::Period;

namespace {

const cases::Words<Period>& periods() {
  static const cases::Words<Period> words{
      {Period::none, "none"}, {Period::known, "known"}, {Period::unknown, "unknown"}};
  return words;
}

}  // namespace

const cases::Words<StabilityKind>& stability_kinds() {
  static const cases::Words<StabilityKind> words{
      {StabilityKind::modes, "modes"},
      {StabilityKind::adjoint_modes, "adjoint-modes"},
      {StabilityKind::transient_growth, "transient-growth"},
      {StabilityKind::sensitivity, "sensitivity"},
      {StabilityKind::resolvent, "resolvent"},
      {StabilityKind::otd, "otd"},
      {StabilityKind::base_flow, "base-flow"}};
  return words;
}

const cases::Words<BaseFlowMethod>& base_flow_methods() {
  static const cases::Words<BaseFlowMethod> words{{BaseFlowMethod::newton, "newton"},
                                                  {BaseFlowMethod::boostconv, "boostconv"},
                                                  {BaseFlowMethod::damping, "damping"}};
  return words;
}

void check_stability_keys(const cases::Section& table, const StabilityKeys& stability) {
  const bool is_base_flow = stability.kind == StabilityKind::base_flow;
  const bool is_resolvent = stability.kind == StabilityKind::resolvent;
  const bool is_otd = stability.kind == StabilityKind::otd;
  const bool is_damping = is_base_flow && stability.method == BaseFlowMethod::damping;
  const auto expect = [&](bool is_known, const char* key, const char* where) {
    if (!is_known && table.has(key))
      table.report(key, fmt::format("has no meaning here; it belongs to {}", where));
  };
  for (const char* key : {"modes", "wave_number"})
    expect(!is_base_flow, key, "all kinds but \"base-flow\"");
  expect(is_otd, "intervals", "kind = \"otd\"");
  for (const char* key : {"tolerance", "krylov_vectors", "max_propagations", "period"})
    expect(!is_otd, key, "other kinds");
  expect(is_resolvent, "frequencies", "kind = \"resolvent\"");
  expect(stability.kind == StabilityKind::sensitivity, "steady_force", "kind = \"sensitivity\"");
  expect(is_base_flow, "method", "kind = \"base-flow\"");
  expect(!is_damping, "krylov_vectors", "other methods");
  for (const char* key : {"gain", "filter_width"}) {
    expect(is_damping, key, "method = \"damping\"");
    if (is_damping && !table.has_or_misspells(key))
      table.report(key, "missing; expected a number above 0");
  }
  if (is_base_flow && stability.method != BaseFlowMethod::newton &&
      stability.period != Period::none)
    table.report("period", fmt::format("is not of method = \"{}\", which finds steady flows; "
                                       "expected method = \"newton\"",
                                       word_of(base_flow_methods(), stability.method)));
  if ((stability.kind == StabilityKind::sensitivity || is_resolvent) &&
      stability.period != Period::none)
    table.report("period", fmt::format("is not of kind = \"{}\", which is about steady flows",
                                       word_of(stability_kinds(), stability.kind)));
  else if (!is_base_flow && stability.period == Period::unknown)
    table.report("period",
                 "is unknown; expected \"known\" about a flow that repeats itself, which "
                 "kind = \"base-flow\" finds with its period");
}

namespace {

cases::KeyMember<StabilityKeys> kind_key() {
  return {cases::worded(&StabilityKeys::kind, stability_kinds()),
          {.path = "stability.kind",
           .required = true,
           .example = "\"modes\"",
           .description =
               "modes: the perturbations exp(s t) of largest growth; adjoint-modes: those of the "
               "adjoint flow; transient-growth: the perturbations whose energy has grown most at "
               "the end of a propagation; sensitivity: modes, and where they "
               "respond to a change of the flow; resolvent: the harmonic forces with the largest "
               "response; otd: optimally time-dependent modes and Lyapunov exponents along the "
               "course of "
               "the flow; base-flow: the steady or periodic flow, be it "
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
       .default_text = "1e-7; 1e-5 for resolvent; 1e-10 for base-flow",
       .example = "1e-7",
       .description = "residual of a mode in the propagator, relative, when it counts as found; "
                      "of a base flow: change per unit of time, relative, as `time.steady` has "
                      "it"}};
}

cases::KeyMember<StabilityKeys> method_key() {
  return {cases::worded(&StabilityKeys::method, base_flow_methods()),
          {.path = "stability.method",
           .example = "\"newton\"",
           .description =
               "of base-flow. newton: Newton's method with GMRES; boostconv: BoostConv, which "
               "recombines what the last `krylov_vectors` propagations have shown; "
               "damping: selective frequency damping"}};
}

cases::KeyMember<StabilityKeys> vectors_key() {
  return {
      &StabilityKeys::krylov_vectors,
      {.path = "stability.krylov_vectors",
       .range = {4, 10000, false, false},
       .default_text = "40; 20 for resolvent",
       .example = "40",
       .description =
           "of the search, or of a step of Newton's method; all in memory, of boostconv twice"}};
}

cases::KeyMember<StabilityKeys> frequencies_key() {
  return {
      &StabilityKeys::frequencies,
      {.path = "stability.frequencies",
       .range = {0, cases::unbounded, false, false},
       .example = "[0, 0.25, 0.5]",
       .description = "of resolvent, radians per time, all in one run; a propagation tells those "
                      "apart that differ by 2 pi / its time"}};
}

cases::KeyMember<StabilityKeys> modes_key() {
  return {
      &StabilityKeys::n_modes,
      {.path = "stability.modes",
       .range = {1, 1000, false, false},
       .default_text = "4; 1 for resolvent",
       .example = "4",
       .description = "how many; a conjugate pair counts as one; of resolvent at each frequency"}};
}

}  // namespace

const cases::Table<StabilityKeys>& stability_table() {
  static const cases::Table<StabilityKeys> table{
      {.path = "stability",
       .description = "The flow that the case begins with is a base flow, and the run computes its "
                      "modes; or the run looks for a base flow; see [stability](stability.md)"},
      {kind_key(),
       modes_key(),
       {&StabilityKeys::n_intervals,
        {.path = "stability.intervals",
         .range = cases::counting_things,
         .example = "500",
         .description = "of otd: propagations of the flow, after each of which the modes are made "
                        "orthonormal"}},
       frequencies_key(),
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
       vectors_key(),
       tolerance_key(),
       {&StabilityKeys::max_propagations,
        {.path = "stability.max_propagations",
         .range = cases::counting_things,
         .example = "1000",
         .description = "after which the run stops without all modes or a steady flow: exit code "
                        "4"}},
       method_key(),
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

}  // namespace lobatto::residents
