#include "residents/stability/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plan/describe.hpp"

namespace lobatto::residents {

using stability::ModeSettings;
using stability::SearchKind;

namespace {

void set_search(const ModeSettings& settings, cases::Case& c) {
  const auto& [n_modes, n_vectors, tolerance, max_propagations] = settings.eigen;
  // The adjoint has five levels of each part, and of the pressure.
  const int n_adjoint = settings.kind == SearchKind::modes ? 0 : 8;
  if (settings.perturbation.is_periodic)
    c.field_doubles += doubles_of_orbit(settings.propagation, c);
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

std::string kind_text(SearchKind kind) {
  for (const auto& word : stability_kinds())
    if (search_kind(word.value) == kind) return word.text;
  return {};
}

std::string orbit_text(const ModeSettings& settings) {
  return settings.perturbation.is_periodic ? ", about a flow that repeats itself after each" : "";
}

}  // namespace

void check_modes(const cases::Section& table, const StabilityKeys& stability, cases::Case& c) {
  ModeSettings settings;
  settings.kind = search_kind(stability.kind);
  settings.time_order = c.time_order;
  settings.perturbation.wave_number = stability.wave_number;
  settings.of_steady_force = stability.steady_force;
  settings.perturbation.is_periodic = stability.period != Period::none;
  settings.eigen = {stability.n_modes.value_or(4), stability.krylov_vectors.value_or(40),
                    stability.tolerance.value_or(1e-7), stability.max_propagations};
  const int least = 2 * settings.eigen.n_wanted + 2;
  if (settings.eigen.dimension < least)
    table.report("krylov_vectors",
                 fmt::format("{} are too few for {}; expected at least {}, twice as many and 2",
                             settings.eigen.dimension,
                             plan::counted(settings.eigen.n_wanted, "mode"), least));
  check_perturbed(table, settings.perturbation, c);
  settings.propagation = propagation_of(table, c);
  set_search(settings, c);
  c.extensions.set(std::vector{settings});
}

std::string describe(const ModeSettings& s) {
  return fmt::format(
      "{}: {} of largest growth{}{}, residual {:g}; {} Krylov vectors; {}{}", kind_text(s.kind),
      plan::counted(s.eigen.n_wanted, "mode"), wave_text(s.perturbation),
      s.of_steady_force ? ", and what steady forces change" : "", s.eigen.tolerance,
      s.eigen.dimension, propagations_text(s.propagation, s.eigen.max_applications), orbit_text(s));
}

}  // namespace lobatto::residents
