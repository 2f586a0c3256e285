#include "program/health.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/text_file.hpp"
#include "machine/files/file_rates.hpp"
#include "machine/noise.hpp"
#include "machine/results/report.hpp"
#include "run/watches/stop_signals.hpp"

namespace lobatto::program {

int health_noise_command(const HealthNoiseOptions& options,
                         const comm::Communicator& communicator) {
  const auto report = machine::measure_noise(communicator, options.seconds);
  if (communicator.rank() == 0) fmt::print("{}", machine::format_noise(report));
  if (options.json_file)
    io::write_json(*options.json_file, machine::noise_as_json(report), communicator);
  return 0;
}

int health_io_command(const HealthIoOptions& options, const comm::Communicator& communicator) {
  const run::StopSignals signals;
  const auto report = machine::measure_file_rates(
      {.folder = options.folder,
       .most_bytes = static_cast<std::size_t>(options.most_megabytes) << 20,
       .n_files = options.n_files},
      communicator, [&] { return signals.take() != 0; });
  if (communicator.rank() == 0) fmt::print("{}", machine::format_table(report, true));
  if (options.json_file)
    io::write_json(*options.json_file, machine::as_json(report, {}), communicator);
  return 0;
}

}  // namespace lobatto::program
