#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/nekbone_problem.hpp"
#include "comm/communicator.hpp"

namespace lobatto::app {

struct BenchNekboneOptions {
  std::string elements = "512,64";  ///< a rank; see parse_integer_list
  std::string nodes = "8,16";
  NekboneShape shape = NekboneShape::box;
  std::optional<NekboneGeometry> geometry;  ///< both if not given
  std::optional<std::string> grid;          ///< PyxPz
  int n_iterations = 100;
  std::optional<std::filesystem::path> json_file;
};

/// What Nekbone counts for an iteration at one point: 12 n + 19 for its operator with the factors
/// of curved elements, the sum over elements and its shift among them, and 15 for the vectors.
constexpr double nekbone_flops(int n) { return 12.0 * n + 34.0; }

/// lobatto bench nekbone: conjugate gradients on the Poisson problem for every pair of elements a
/// rank and nodes a direction.
int bench_nekbone_command(const BenchNekboneOptions& options,
                          const comm::Communicator& communicator);

}  // namespace lobatto::app
