#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "plan/describe.hpp"
#include "residents/stability/kinds.hpp"

namespace lobatto::residents {

using stability::ResolventSettings;

namespace {

constexpr int usual_vectors = 20;

/// What keeps the levels of one propagation from telling the harmonics apart: frequencies and their
/// negatives must differ by 2 pi / T at least, and a step be a small part of each period.
void check_frequencies(const cases::Section& table, const ResolventSettings& settings) {
  const auto& [steps, horizon] = settings.propagation;
  double least = std::numeric_limits<double>::infinity();
  std::vector<double> sorted = settings.frequencies;
  std::ranges::sort(sorted);
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    if (k > 0) least = std::min(least, sorted[k] - sorted[k - 1]);
    if (sorted[k] > 0) least = std::min(least, 2 * sorted[k]);
  }
  if (least == 0) return table.report("frequencies", "one is there twice; expected each once");
  constexpr double rounding = 1e-6;
  if (horizon * least < 2 * std::numbers::pi * (1 - rounding))
    table.report("frequencies",
                 fmt::format("two of them, or one and its negative, differ by {:g}: a propagation "
                             "of t = {:g} does not tell them apart; expected t = {:g} at least",
                             least, horizon, 2 * std::numbers::pi / least));
  constexpr double least_steps = 10;  // in a period
  const double dt = horizon / static_cast<double>(steps);
  if (const double period = 2 * std::numbers::pi / sorted.back(); period < least_steps * dt)
    table.report("frequencies", fmt::format("{:g} has a period of {:.2g} steps; expected time.dt "
                                            "= {:.2g} at most",
                                            sorted.back(), period / dt, period / least_steps));
}

}  // namespace

void check_resolvent(const cases::Section& table, const StabilityKeys& stability, cases::Case& c) {
  ResolventSettings settings;
  settings.frequencies = stability.frequencies;
  settings.time_order = c.time_order;
  settings.perturbation.wave_number = stability.wave_number;
  settings.eigen.n_wanted = stability.n_modes.value_or(1);
  settings.eigen.dimension = stability.krylov_vectors.value_or(usual_vectors);
  settings.eigen.tolerance = stability.tolerance.value_or(settings.eigen.tolerance);
  settings.max_propagations = stability.max_propagations;
  check_perturbed(table, settings.perturbation, c);
  settings.propagation = propagation_of(table, c);
  if (settings.frequencies.empty()) {
    if (!table.has_or_misspells("frequencies"))
      table.report("frequencies", "missing; expected a list of numbers from 0 on");
    return;
  }
  check_frequencies(table, settings);
  if (settings.eigen.dimension < settings.eigen.n_wanted)
    table.report("krylov_vectors", fmt::format("{} are too few for {}", settings.eigen.dimension,
                                               plan::counted(settings.eigen.n_wanted, "mode")));
  // Of each frequency the forces, their responses, and what a phase works on; the adjoint.
  const int of_frequency = 2 * (2 * settings.eigen.dimension + 4);
  set_run(settings.propagation, settings.max_propagations,
          of_frequency * static_cast<int>(settings.frequencies.size()) + 10, c);
  c.extensions.set(std::vector{settings});
}

std::string describe(const ResolventSettings& s) {
  return fmt::format(
      "resolvent: {} of largest gain at each frequency, {:g}{}; residual {:g}; at most {} Krylov "
      "vectors; "
      "forwards and back {} to {} times, each until transients are below {:g}; {}",
      plan::counted(s.eigen.n_wanted, "force"), fmt::join(s.frequencies, ", "),
      wave_text(s.perturbation), s.eigen.tolerance, s.eigen.dimension,
      std::min(2, s.eigen.dimension), s.eigen.dimension, s.eigen.tolerance / 10,
      propagations_text(s.propagation, s.max_propagations));
}

}  // namespace lobatto::residents
