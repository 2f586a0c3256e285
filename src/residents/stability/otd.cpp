#include <fmt/format.h>

#include <vector>

#include "plan/describe.hpp"
#include "residents/stability/kinds.hpp"

namespace lobatto::residents {

using stability::OtdSettings;

void check_otd(const cases::Section& table, const StabilityKeys& stability, cases::Case& c) {
  OtdSettings settings;
  settings.n_modes = stability.n_modes.value_or(settings.n_modes);
  settings.n_intervals = stability.n_intervals;
  settings.perturbation.wave_number = stability.wave_number;
  check_perturbed(table, settings.perturbation, c);
  settings.propagation = propagation_of(table, c);
  c.field_doubles += doubles_of_orbit(settings.propagation, c);
  // The flow beside its perturbations has about as much as they have.
  constexpr int of_flow = 16;
  set_run(settings.propagation, settings.n_intervals * settings.n_modes, settings.n_modes + of_flow,
          c);
  c.extensions.set(std::vector{settings});
}

std::string describe(const OtdSettings& s) {
  return fmt::format(
      "otd: {}{}, orthonormal after each of {} of {}, t = {:.6g}; of each step of "
      "the flow {} of a perturbation",
      plan::counted(s.n_modes, "mode"), wave_text(s.perturbation),
      plan::counted(s.n_intervals, "interval"), plan::counted(s.propagation.steps, "step"),
      s.propagation.horizon, s.n_modes);
}

}  // namespace lobatto::residents
