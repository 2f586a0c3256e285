#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "mesh/hex_mesh.hpp"
#include "perf/machine_rates.hpp"
#include "plan/grounds.hpp"
#include "predict/sample.hpp"

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

/// A case on a few elements of its box, which keep its conditions and its order: steps of constant
/// length, with the solvers that the whole case takes, from a state in which every
/// equation has something to solve. n_points: about as many, on 8 elements at least.
/// A mesh from a file, `whole` as below, stays so.
cases::Case small_case(const cases::Case& the_case, const plan::Grounds& grounds, double n_points,
                       const mesh::HexMesh* whole);

/// Steps of a small case, on this rank alone, with so many iterations as given: what an element
/// takes in each region. Work that no region counts, such as exchanges of a rank with itself,
/// stands as 16 bytes per point for each entry of the region. Seconds are the median of n_rounds
/// rounds of two steps. Throws base::Error.
predict::StepSample take_sample(const cases::Case& small, const perf::MachineRates& rates,
                                const predict::Iterations& iterations, int n_rounds,
                                const mesh::HexMesh* whole);

/// The whole mesh of a case that has it from a file, on this rank; else null. Throws base::Error.
std::shared_ptr<const mesh::HexMesh> whole_mesh(const cases::Case& the_case);

}  // namespace lobatto::commands
