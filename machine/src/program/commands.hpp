#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::program {

struct AcceptOptions {
  std::vector<std::string> kernels;  ///< none: they are listed
  std::optional<std::string> size, ranks_grid;
  std::optional<std::filesystem::path> mesh;
  bool is_total = false;
  double seconds = 2;
  std::optional<std::filesystem::path> json_file;
};

void add_accept(CLI::App& app, AcceptOptions& options);

/// lobatto accept: measures application kernels and checks their answers. 1 where one is wrong.
int accept_command(const AcceptOptions& options, const comm::Communicator& communicator);

struct MapOptions {
  std::filesystem::path profile;     ///< mpi_profile.json, or a run folder that has one
  std::optional<std::string> nodes;  ///< host file, or names; none: those of the profile
  std::optional<int> slots;          ///< on a node for which the host file has none
  std::optional<std::filesystem::path> rankfile, hostfile, json_file;
};

void add_map(CLI::App& app, MapOptions& options);

/// lobatto map: a placement of the ranks of a measured run on nodes that keeps heavy partners
/// together, on rank 0: prints the bytes between nodes before and after, and writes the placement
/// for Open MPI and SLURM. Throws base::Error for input that cannot be used.
int map_command(const MapOptions& options, const comm::Communicator& communicator);

}  // namespace lobatto::program
