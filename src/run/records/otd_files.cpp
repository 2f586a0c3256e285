#include "run/records/otd_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "comm/agreement/agreed_fault.hpp"
#include "io/run_folder.hpp"
#include "io/text_file.hpp"
#include "io/vtk/vtkhdf_writer.hpp"
#include "plan/describe.hpp"
#include "run/records/mode_fields.hpp"

namespace lobatto::run {

namespace {

std::string exponents_csv(const stability::OtdSearch& search) {
  std::string rows = "time,largest";
  for (const char* name : {"local", "exponent"})
    for (int j = 1; j <= search.settings().n_modes; ++j) rows += fmt::format(",{}_{}", name, j);
  rows += "\n";
  for (const auto& interval : search.intervals())
    rows += fmt::format("{:.17g},{:.17g},{:.17g},{:.17g}\n", interval.time, interval.largest,
                        fmt::join(interval.local, ","), fmt::join(interval.exponents, ","));
  return rows;
}

}  // namespace

std::string propagation_text(const stability::OtdSearch& search) {
  const int n_modes = search.settings().n_modes;
  if (!search.has_new_interval())
    return fmt::format("interval {}: mode {} of {}", search.intervals().size() + 1,
                       search.n_propagations() % n_modes, n_modes);
  const auto& interval = search.intervals().back();
  return fmt::format("interval {}, t = {:.6g}: exponents {:.6g}", search.intervals().size(),
                     interval.time, fmt::join(interval.exponents, ", "));
}

std::string exponents_text(const stability::OtdSearch& search) {
  const auto& interval = search.intervals().back();
  return fmt::format("Lyapunov exponents, means over the second half of {} to t = {:.6g}: {:.6g}",
                     plan::counted(static_cast<long long>(search.intervals().size()), "interval"),
                     interval.time, fmt::join(interval.exponents, ", "));
}

void write_exponents(const Simulation& simulation, const std::filesystem::path& folder) {
  const auto& communicator = simulation.space().communicator();
  io::make_folder(folder, communicator);
  comm::on_root(communicator, [&] {
    io::write_text(folder / "exponents.csv", exponents_csv(*simulation.otd_search()));
  });
}

void write_otd_modes(const Simulation& simulation, const std::filesystem::path& folder) {
  const auto& space = simulation.space();
  io::make_folder(folder, space.communicator());
  int number = 0;
  for (const auto& mode : simulation.otd_search()->modes()) {
    ModeFields fields(simulation);
    fields.add(mode, "");
    io::write_vtkhdf(folder / fmt::format("mode_{:03}.vtkhdf", ++number), space.layer(),
                     fields.snapshot(), {.nodal = io::Precision::double_precision});
  }
}

}  // namespace lobatto::run
