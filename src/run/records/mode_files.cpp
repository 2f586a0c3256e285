#include "run/records/mode_files.hpp"

#include <fmt/format.h>

#include <list>
#include <vector>

#include "comm/agreement/agreed_fault.hpp"
#include "io/run_folder.hpp"
#include "io/text_file.hpp"
#include "io/vtk/vtkhdf_writer.hpp"
#include "lobatto/version.hpp"
#include "plan/describe.hpp"

namespace lobatto::run {

namespace {

/// The fields of one part of a mode, on the nodes of files.
class ModeFields {
 public:
  ModeFields(const Simulation& simulation, const stability::ModeSearch& search)
      : simulation_(simulation), search_(search) {}

  void add(const std::vector<double>& vector, const std::string& suffix) {
    if (vector.empty()) return;
    std::vector<space::Field> parts;
    for (const auto part : search_.parts_of(vector))
      parts.push_back(simulation_.space().in_layer(part));
    const auto& kept = parts_.emplace_back(std::move(parts));
    snapshot.fields.push_back({"velocity" + suffix, {kept[0], kept[1], kept[2]}});
    for (std::size_t s = 3; s < kept.size(); ++s)
      snapshot.fields.push_back(
          io::named(simulation_.the_case().scalars[s - 3].name + suffix, kept[s]));
  }

  io::Snapshot snapshot;

 private:
  const Simulation& simulation_;
  const stability::ModeSearch& search_;
  std::list<std::vector<space::Field>> parts_;
};

bool are_gains(const stability::ModeSearch& search) {
  return search.settings().kind == stability::SearchKind::transient_growth;
}

std::string spectrum_csv(const stability::ModeSearch& search) {
  std::string text = are_gains(search) ? "mode,energy_growth,residual,wave_number\n"
                                       : "mode,growth,frequency,residual,wave_number\n";
  int number = 0;
  for (const auto& mode : search.modes()) {
    text += fmt::format("{},{:.17g},", ++number, mode.growth);
    if (!are_gains(search)) text += fmt::format("{:.17g},", mode.frequency);
    text += fmt::format("{:.3e},{}\n", mode.residual, search.settings().wave_number);
  }
  return text;
}

}  // namespace

std::string propagation_text(const stability::ModeSearch& search) {
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
  int number = 0;
  for (const auto& mode : search.modes()) {
    text += fmt::format("\n  {:4} {:13.8g}", ++number, mode.growth);
    if (!are_gains(search)) text += fmt::format(" {:13.8g}", mode.frequency);
    text += fmt::format("  {:.2e}", mode.residual);
  }
  return text;
}

void write_modes(Simulation& simulation, const std::filesystem::path& folder) {
  const auto& space = simulation.space();
  stability::ModeSearch& search = *simulation.mode_search();
  io::make_folder(folder, space.communicator());
  int number = 0;
  for (const auto& shape : search.shapes()) {
    ModeFields fields(simulation, search);
    fields.add(shape.real, "");
    fields.add(shape.imaginary, "_imaginary");
    if (are_gains(search)) fields.add(search.propagated(shape.real), "_at_the_end");
    fields.snapshot.provenance = {
        {"version", version::number},
        {"git", version::git},
        {"case", simulation.the_case().source_text},
        {"wave_number", fmt::format("{}", search.settings().wave_number)}};
    io::write_vtkhdf(folder / fmt::format("mode_{:03}.vtkhdf", ++number), space.layer(),
                     fields.snapshot, {.nodal = io::Precision::double_precision});
  }
  comm::on_root(space.communicator(),
                [&] { io::write_text(folder / "spectrum.csv", spectrum_csv(search)); });
}

}  // namespace lobatto::run
