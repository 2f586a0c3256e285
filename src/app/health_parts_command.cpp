#include "app/health_parts_command.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/stop_signals.hpp"
#include "health/file_rates.hpp"
#include "health/noise_report.hpp"
#include "health/report_json.hpp"
#include "health/report_table.hpp"
#include "io/text_file.hpp"

namespace lobatto::app {

int health_noise_command(const HealthNoiseOptions& options,
                         const comm::Communicator& communicator) {
  const auto report = health::measure_noise(communicator, options.seconds);
  if (communicator.rank() == 0) fmt::print("{}", health::format_noise(report));
  if (options.json_file)
    io::write_json(*options.json_file, health::noise_as_json(report), communicator);
  return 0;
}

int health_io_command(const HealthIoOptions& options, const comm::Communicator& communicator) {
  const StopSignals signals;
  const auto report = health::measure_file_rates(
      {.folder = options.folder,
       .most_bytes = static_cast<std::size_t>(options.most_megabytes) << 20,
       .n_files = options.n_files},
      communicator, [&] { return signals.take() != 0; });
  if (communicator.rank() == 0) fmt::print("{}", health::format_table(report, true));
  if (options.json_file)
    io::write_json(*options.json_file, health::as_json(report, {}), communicator);
  return 0;
}

}  // namespace lobatto::app
