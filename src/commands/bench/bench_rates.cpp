#include <fmt/format.h>

#include "commands/bench/bench.hpp"
#include "io/text_file.hpp"
#include "perf/machine_memory.hpp"
#include "run/records/terminal.hpp"

namespace lobatto::commands {

int bench_rates_command(const BenchRatesOptions& options, const comm::Communicator& communicator) {
  const auto folder = perf::MachineMemory::usual_folder();
  const auto rates = options.again ? perf::measure_and_remember_rates(communicator, folder)
                                   : perf::known_machine_rates(communicator, folder);
  if (communicator.rank() == 0)
    run::put_text(
        stdout,
        fmt::format("{}\n{}", perf::table_of(rates),
                    rates.is_disturbed() ? "They count for ten minutes at most. Measure again when "
                                           "nothing else runs: lobatto bench rates --again\n"
                                         : ""));
  if (options.json_file)
    io::write_json(*options.json_file, nlohmann::ordered_json::parse(perf::text_of(rates)),
                   communicator);
  return 0;
}

}  // namespace lobatto::commands
