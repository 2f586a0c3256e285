#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "commands/bench/bake_off_problem.hpp"
#include "commands/bench/nekbone_problem.hpp"

namespace lobatto::commands {

struct BenchNekboneOptions {
  std::string elements = "512,64";  ///< a rank; see parse_integer_list
  std::string nodes = "8,16";
  NekboneShape shape = NekboneShape::box;
  std::optional<NekboneGeometry> geometry;  ///< both if not given
  std::optional<std::string> grid;          ///< PyxPz
  NekbonePreconditioner preconditioner = NekbonePreconditioner::none;
  int n_iterations = 100;
  std::optional<double> reduction;  ///< of the residual, see NekboneMethod; 1e-8 with multigrid
  std::optional<std::filesystem::path> json_file;
};

/// lobatto bench nekbone: solves the Poisson problem for every pair of elements per rank and nodes
/// a direction.
int bench_nekbone_command(const BenchNekboneOptions& options,
                          const comm::Communicator& communicator);

struct BenchBakeOffOptions {
  std::string problems = "1:6";  ///< see parse_integer_list
  std::string orders = "7";
  std::string nodes_per_rank = "500000";
  bool is_curved = false;
  BakeOffPreconditioner preconditioner = BakeOffPreconditioner::jacobi;
  int n_iterations = 50;
  std::optional<std::filesystem::path> json_file;
};

/// lobatto bench bp: the bake-off problems of CEED, each with every order and size.
int bench_bake_off_command(const BenchBakeOffOptions& options,
                           const comm::Communicator& communicator);

struct BenchRatesOptions {
  bool again = false;
  std::optional<std::filesystem::path> json_file;
};

/// lobatto bench rates: what solvers are chosen by, as it is remembered, or measured anew.
int bench_rates_command(const BenchRatesOptions& options, const comm::Communicator& communicator);

struct BenchStepOptions {
  std::vector<std::string> sizes{"8x8", "16x4"};  ///< nodes x elements per direction
  int n_steps = 40;
  std::optional<std::filesystem::path> json_file;
};

/// lobatto bench step: the periodic Taylor-Green vortex at Re 1600, seconds per step by region.
int bench_step_command(const BenchStepOptions& options, const comm::Communicator& communicator);

struct BenchOptions {
  BenchRatesOptions rates;
  BenchStepOptions step;
  BenchNekboneOptions nekbone;
  BenchBakeOffOptions bake_off;
};

/// Adds the command to the program's command line; it fills `options`, which must live as long.
void add_bench(CLI::App& app, BenchOptions& options);
/// Runs what has been asked for and returns the exit code. Collective.
int run_bench(const CLI::App& bench, const BenchOptions& options,
              const comm::Communicator& communicator);

}  // namespace lobatto::commands
