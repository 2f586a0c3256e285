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

}  // namespace lobatto::program
