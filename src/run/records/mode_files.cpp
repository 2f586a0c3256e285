#include "run/records/mode_files.hpp"

#include <fmt/format.h>

#include <list>
#include <vector>

#include "comm/agreement/agreed_fault.hpp"
#include "io/run_folder.hpp"
#include "io/text_file.hpp"
#include "io/vtk/vtkhdf_writer.hpp"
#include "lobatto/version.hpp"
#include "plan/describe_text.hpp"

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

std::string spectrum_csv(const std::vector<stability::Mode>& modes) {
  std::string text = "mode,growth,frequency,residual\n";
  for (std::size_t m = 0; m < modes.size(); ++m)
    text += fmt::format("{},{:.17g},{:.17g},{:.3e}\n", m + 1, modes[m].growth, modes[m].frequency,
                        modes[m].residual);
  return text;
}

}  // namespace

std::string propagation_text(const stability::ModeSearch& search) {
  const auto modes = search.modes();
  return fmt::format("propagation {}: growth {:.8g}, frequency {:.8g}, residual {:.2e}",
                     search.n_propagations(), modes.front().growth, modes.front().frequency,
                     modes.front().residual);
}

std::string modes_text(const stability::ModeSearch& search) {
  std::string text =
      fmt::format("modes after {}{}:\n  mode        growth     frequency  residual",
                  plan::counted(search.n_propagations(), "propagation"),
                  search.is_converged() ? "" : ", not all below stability.tolerance");
  int number = 0;
  for (const auto& mode : search.modes())
    text += fmt::format("\n  {:4} {:13.8g} {:13.8g}  {:.2e}", ++number, mode.growth, mode.frequency,
                        mode.residual);
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
    fields.snapshot.provenance = {{"version", version::number},
                                  {"git", version::git},
                                  {"case", simulation.the_case().source_text}};
    io::write_vtkhdf(folder / fmt::format("mode_{:03}.vtkhdf", ++number), space.layer(),
                     fields.snapshot, {.nodal = io::Precision::double_precision});
  }
  comm::on_root(space.communicator(),
                [&] { io::write_text(folder / "spectrum.csv", spectrum_csv(search.modes())); });
}

}  // namespace lobatto::run
