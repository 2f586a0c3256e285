#include "run/records/mode_files.hpp"

#include <fmt/format.h>

#include "comm/agreement/agreed_fault.hpp"
#include "io/run_folder.hpp"
#include "io/text_file.hpp"
#include "io/vtk/vtkhdf_writer.hpp"
#include "plan/describe.hpp"
#include "run/records/mode_fields.hpp"

namespace lobatto::run {

namespace {

bool are_gains(const stability::ModeSearch& search) {
  return search.settings().kind == stability::SearchKind::transient_growth;
}

/// Whose eigenvalues are Floquet multipliers.
bool has_multipliers(const stability::ModeSearch& search) {
  return search.settings().perturbation.is_periodic && !are_gains(search);
}

std::string spectrum_csv(const stability::ModeSearch& search) {
  std::string text = are_gains(search) ? "mode,energy_growth,residual,wave_number"
                                       : "mode,growth,frequency,residual,wave_number";
  text += has_multipliers(search) ? ",multiplier_real,multiplier_imaginary\n" : "\n";
  int number = 0;
  for (const auto& mode : search.modes()) {
    text += fmt::format("{},{:.17g},", ++number, mode.growth);
    if (!are_gains(search)) text += fmt::format("{:.17g},", mode.frequency);
    text += fmt::format("{:.3e},{}", mode.residual, search.settings().perturbation.wave_number);
    if (has_multipliers(search))
      text += fmt::format(",{:.17g},{:.17g}", mode.eigenvalue.real(), mode.eigenvalue.imag());
    text += "\n";
  }
  return text;
}

}  // namespace

std::string propagation_text(const stability::ModeSearch& search) {
  if (search.n_propagations() == 0) return "the modes are found; adjoint modes follow";
  const auto mode = search.modes().front();
  const auto text = are_gains(search) ? fmt::format("energy grows by {:.8g}", mode.growth)
                                      : fmt::format("growth {:.8g}, frequency {:.8g}", mode.growth,
                                                    mode.frequency);
  return fmt::format("propagation {}: {}, residual {:.2e}", search.n_propagations(), text,
                     mode.residual);
}

std::string modes_text(const stability::ModeSearch& search) {
  std::string text =
      fmt::format("modes after {}{}:\n  mode {}  residual",
                  plan::counted(search.n_propagations(), "propagation"),
                  search.is_converged() ? "" : ", not all below stability.tolerance",
                  are_gains(search) ? "energy growth" : "       growth     frequency");
  if (has_multipliers(search)) text += "  multiplier";
  int number = 0;
  for (const auto& mode : search.modes()) {
    text += fmt::format("\n  {:4} {:13.8g}", ++number, mode.growth);
    if (!are_gains(search)) text += fmt::format(" {:13.8g}", mode.frequency);
    text += fmt::format("  {:.2e}", mode.residual);
    if (has_multipliers(search))
      text += fmt::format("  {:.8g} {:+.8g}i", mode.eigenvalue.real(), mode.eigenvalue.imag());
  }
  return text;
}

void write_modes(Simulation& simulation, const std::filesystem::path& folder) {
  const auto& space = simulation.space();
  stability::ModeSearch& search = *simulation.mode_search();
  io::make_folder(folder, space.communicator());
  int number = 0;
  for (const auto& shape : search.shapes()) {
    ModeFields fields(simulation);
    fields.add(shape.real, "");
    fields.add(shape.imaginary, "_imaginary");
    if (are_gains(search)) fields.add(search.propagated(shape.real), "_at_the_end");
    io::write_vtkhdf(folder / fmt::format("mode_{:03}.vtkhdf", ++number), space.layer(),
                     fields.snapshot(), {.nodal = io::Precision::double_precision});
  }
  comm::on_root(space.communicator(),
                [&] { io::write_text(folder / "spectrum.csv", spectrum_csv(search)); });
}

}  // namespace lobatto::run
