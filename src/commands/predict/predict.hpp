#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "perf/machine_rates.hpp"

namespace lobatto::commands {

struct PredictOptions {
  std::filesystem::path case_file;
  std::vector<std::string> overrides;  ///< key=value
  std::optional<std::filesystem::path> machine;
  std::string ranks = "1";
  std::string iterations;  ///< "pressure=8,velocity=4"
  std::string grows;       ///< "x", "y", "z": the direction in which the box grows
  std::optional<std::filesystem::path> goal;
  bool simgrid = false;                          ///< the time with contention too
  std::optional<std::filesystem::path> measure;  ///< a machine file to be written
  std::string orders;                            ///< of that; none: the case's
  std::optional<std::filesystem::path> json_file;
};

/// lobatto predict: how long a step of a case takes on many ranks of a machine, from its schedule;
/// or, with `measure`, a machine file of the machine that it runs on. Returns the exit code.
/// Collective.
int predict_command(const PredictOptions& options, const comm::Communicator& communicator);

/// Writes a machine file of the machine that this runs on: rates of a core while all ranks work,
/// messages between ranks of a node and, where there are several, between nodes, and for each order
/// ("7,15"; none: that of the case) the parts of the rates that the regions of a step of the case
/// reach, on 262,144 points per rank. An existing file is not overwritten. Collective; throws
/// base::Error on every rank.
void measure_machine(const cases::Case& the_case, const perf::MachineRates& rates,
                     const std::string& orders, const std::filesystem::path& file,
                     const comm::Communicator& communicator);

}  // namespace lobatto::commands
