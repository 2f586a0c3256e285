#include "residents/stability/kinds.hpp"

#include <fmt/format.h>

#include "plan/describe.hpp"

namespace lobatto::residents {

using stability::BaseFlowMethod;
using stability::BaseFlowSettings;
using stability::Period;

namespace {

std::string base_flow_text(Period period) {
  if (period == Period::none) return "steady flow";
  return period == Period::known ? "periodic flow" : "periodic flow and its period";
}

/// That a search keeps.
int n_vectors_of(const BaseFlowSettings& settings) {
  const int n_vectors = settings.krylov_vectors;
  if (settings.method == BaseFlowMethod::boostconv) return 2 * n_vectors + 6;
  if (settings.method == BaseFlowMethod::damping) return 4;
  return n_vectors + (settings.period == Period::unknown ? 10 : 8);
}

std::string method_text(const BaseFlowSettings& settings) {
  if (settings.method == BaseFlowMethod::damping)
    return fmt::format("gain {:g}, filter width {:g}", settings.gain, settings.filter_width);
  if (settings.method == BaseFlowMethod::boostconv)
    return fmt::format("of the last {} propagations", settings.krylov_vectors);
  return fmt::format("{} Krylov vectors", settings.krylov_vectors);
}

}  // namespace

void check_base_flow(const cases::Section& table, const StabilityKeys& stability, cases::Case& c) {
  BaseFlowSettings settings;
  settings.method = stability.method;
  settings.tolerance = stability.tolerance.value_or(settings.tolerance);
  settings.krylov_vectors = stability.krylov_vectors.value_or(settings.krylov_vectors);
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
  set_run(settings.propagation, settings.max_propagations, n_vectors_of(settings), c);
  c.extensions.set(std::vector{settings});
}

std::string describe(const BaseFlowSettings& s) {
  return fmt::format("{} by {}, change below {:g} per unit of time; {}; {}",
                     base_flow_text(s.period), word_of(base_flow_methods(), s.method), s.tolerance,
                     method_text(s), propagations_text(s.propagation, s.max_propagations));
}

}  // namespace lobatto::residents
