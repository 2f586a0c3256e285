#include "run/records/resolvent_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "comm/agreement/agreed_fault.hpp"
#include "io/run_folder.hpp"
#include "io/text_file.hpp"
#include "io/vtk/vtkhdf_writer.hpp"
#include "plan/describe.hpp"
#include "run/records/mode_fields.hpp"

namespace lobatto::run {

namespace {

/// visit(number of the file, frequency, place of the frequency, place of the resonance, resonance)
template <class Visit>
void for_resonances(const stability::ResolventSearch& search, const Visit& visit) {
  int number = 0;
  for (std::size_t k = 0; k < search.settings().frequencies.size(); ++k) {
    const auto resonances = search.resonances(k);
    for (std::size_t i = 0; i < resonances.size(); ++i) visit(++number, k, i, resonances[i]);
  }
}

void add_complex(ModeFields& fields, std::span<const double> vector, const std::string& suffix) {
  const std::size_t half = vector.size() / 2;
  fields.add(vector.first(half), suffix);
  fields.add(vector.last(half), suffix + "_imaginary");
}

std::string gains_csv(const stability::ResolventSearch& search) {
  std::string rows = "mode,frequency,gain,residual,wave_number\n";
  for_resonances(search, [&](int number, std::size_t k, std::size_t, const auto& resonance) {
    rows +=
        fmt::format("{},{:.17g},{:.17g},{:.3e},{}\n", number, search.settings().frequencies[k],
                    resonance.gain, resonance.residual, search.settings().perturbation.wave_number);
  });
  return rows;
}

}  // namespace

std::string propagation_text(const stability::ResolventSearch& search) {
  std::string text = fmt::format("propagation {}: ", search.n_propagations());
  if (search.n_steps_in_phase() > 0)
    return text + fmt::format("{}, amplitudes change by {:.2e}",
                              search.is_going_back() ? "back" : "forwards", search.transient());
  if (search.n_applications() == 0) return text + "transients have died away";
  double gain = 0, residual = 0;
  for_resonances(search, [&](int, std::size_t, std::size_t, const auto& resonance) {
    gain = std::max(gain, resonance.gain);
    residual = std::max(residual, resonance.residual);
  });
  return text + fmt::format("{} forwards and back: gain {:.8g}, residual {:.2e}",
                            plan::counted(search.n_applications(), "time"), gain, residual);
}

std::string gains_text(const stability::ResolventSearch& search) {
  std::string text = fmt::format(
      "optimal harmonic forces after {}{}:\n"
      "  mode     frequency          gain  residual",
      plan::counted(search.n_propagations(), "propagation"),
      search.is_converged() ? "" : ", not all below stability.tolerance");
  for_resonances(search, [&](int number, std::size_t k, std::size_t, const auto& resonance) {
    text += fmt::format("\n  {:4} {:13.8g} {:13.8g}  {:.2e}", number,
                        search.settings().frequencies[k], resonance.gain, resonance.residual);
  });
  return text;
}

void write_resolvent(const Simulation& simulation, const std::filesystem::path& folder) {
  const auto& space = simulation.space();
  const auto& search = *simulation.resolvent_search();
  io::make_folder(folder, space.communicator());
  for_resonances(search, [&](int number, std::size_t k, std::size_t i, const auto&) {
    const auto shape = search.shape(k, i);
    ModeFields fields(simulation);
    add_complex(fields, shape.response, "");
    add_complex(fields, shape.force, "_force");
    io::write_vtkhdf(folder / fmt::format("mode_{:03}.vtkhdf", number), space.layer(),
                     fields.snapshot(), {.nodal = io::Precision::double_precision});
  });
  comm::on_root(space.communicator(),
                [&] { io::write_text(folder / "gains.csv", gains_csv(search)); });
}

}  // namespace lobatto::run
