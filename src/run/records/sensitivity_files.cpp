#include "run/records/sensitivity_files.hpp"

#include <fmt/format.h>

#include <array>
#include <span>

#include "comm/agreement/agreed_fault.hpp"
#include "io/run_folder.hpp"
#include "io/text_file.hpp"
#include "io/vtk/vtkhdf_writer.hpp"
#include "run/records/mode_fields.hpp"
#include "stability/sensitivity.hpp"

namespace lobatto::run {

namespace {

ModeFields fields_of(const Simulation& simulation, const stability::SensitiveMode& mode,
                     std::span<const stability::SteadyForce::Response> of_force) {
  const auto& [pair, sensitivity, budget] = mode;
  ModeFields fields(simulation);
  fields.add(pair.shape.real, "");
  fields.add(pair.shape.imaginary, "_imaginary");
  fields.add(pair.adjoint_shape.real, "_adjoint");
  fields.add(pair.adjoint_shape.imaginary, "_adjoint_imaginary");
  fields.add_scalar("wave_maker", sensitivity.wave_maker);
  fields.add(sensitivity.by_base_flow.real, "_for_growth");
  if (!pair.shape.imaginary.empty())
    fields.add(sensitivity.by_base_flow.imaginary, "_for_frequency");
  constexpr std::array suffixes{"_force_for_growth", "_force_for_frequency"};
  for (std::size_t i = 0; i < of_force.size(); ++i) fields.add(of_force[i].h, suffixes.at(i));
  return fields;
}

}  // namespace

std::string propagation_text(const stability::SteadyForce& force) {
  if (force.n_propagations() == 0)
    return "adjoint modes are found; the effect of steady forces follows";
  return fmt::format("propagation {} back for the effect of steady forces: residual {:.2e}",
                     force.n_propagations(), force.residual());
}

std::string sensitivities_text(const Simulation& simulation) {
  auto& search = *simulation.sensitivity_search();
  std::string text = fmt::format(
      "modes after {} propagations, their condition, and what their energy grows by:\n"
      "  mode         growth     frequency  condition    production   dissipation       "
      "the rest",
      search.n_propagations());
  int number = 0;
  for (const auto& [pair, sensitivity, budget] : search.found())
    text += fmt::format("\n  {:4} {:14.8g} {:13.8g} {:10.4g} {:13.6g} {:13.6g} {:13.3g}", ++number,
                        pair.mode.growth, pair.mode.frequency, sensitivity.condition,
                        budget.production, budget.dissipation, budget.rest);
  return text;
}

void write_sensitivities(const Simulation& simulation, const std::filesystem::path& folder) {
  const auto& space = simulation.space();
  auto& search = *simulation.sensitivity_search();
  io::make_folder(folder, space.communicator());
  std::string rows =
      "mode,growth,frequency,residual,adjoint_growth,adjoint_frequency,adjoint_residual,condition,"
      "production,dissipation,rest,wave_number\n";
  int number = 0;
  for (const auto& found : search.found()) {
    const auto fields = fields_of(simulation, found, search.responses_of(number));
    io::write_vtkhdf(folder / fmt::format("mode_{:03}.vtkhdf", ++number), space.layer(),
                     fields.snapshot(), {.nodal = io::Precision::double_precision});
    const auto& [pair, sensitivity, budget] = found;
    const auto& [mode, adjoint, shape, adjoint_shape] = pair;
    rows += fmt::format(
        "{},{:.17g},{:.17g},{:.3e},{:.17g},{:.17g},{:.3e},{:.17g},{:.17g},{:.17g},"
        "{:.17g},{}\n",
        number, mode.growth, mode.frequency, mode.residual, adjoint.growth, adjoint.frequency,
        adjoint.residual, sensitivity.condition, budget.production, budget.dissipation, budget.rest,
        simulation.settings().wave_number);
  }
  comm::on_root(space.communicator(), [&] { io::write_text(folder / "sensitivity.csv", rows); });
}

}  // namespace lobatto::run
