#include "commands/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "commands/integer_list.hpp"
#include "io/text_file.hpp"
#include "perf/machine_limits.hpp"
#include "perf/region_table.hpp"
#include "perf/timing.hpp"

namespace lobatto::commands {

namespace {

constexpr int max_elements_per_rank = 1 << 20;
constexpr double multigrid_reduction = 1e-8;

std::optional<std::array<int, 2>> parse_grid(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  std::array<int, 2> grid{};
  char rest = 0;
  if (std::sscanf(text->c_str(), "%dx%d%c", &grid[0], &grid[1], &rest) != 2 || grid[0] < 1 ||
      grid[1] < 1)
    throw base::Error(
        fmt::format("--grid {}: expected the ranks along y and along z, such as 2x4", *text));
  return grid;
}

std::vector<NekboneSize> all_sizes(const BenchNekboneOptions& options) {
  const auto nodes = parse_integer_list("--nodes", options.nodes, 2, 32);
  const auto elements =
      parse_integer_list("--elements", options.elements, 1, max_elements_per_rank);
  std::vector<NekboneGeometry> geometries = {NekboneGeometry::box, NekboneGeometry::general};
  if (options.geometry) geometries = {*options.geometry};
  std::vector<NekboneSize> sizes;
  for (const auto geometry : geometries) {
    for (const int n : nodes) {
      for (const int count : elements)
        sizes.push_back({geometry, options.shape, n, count, parse_grid(options.grid)});
    }
  }
  return sizes;
}

NekboneMethod chosen_method(const BenchNekboneOptions& options) {
  const bool multigrid = options.preconditioner == NekbonePreconditioner::multigrid;
  const double reduction = options.reduction.value_or(multigrid ? multigrid_reduction : 0.0);
  if (!(reduction >= 0.0 && reduction < 1.0))
    throw base::Error(fmt::format(
        "--reduction {}: expected a part of the first residual, such as 1e-8, or 0", reduction));
  return {options.preconditioner, options.n_iterations, reduction};
}

/// Seconds of the slowest rank, the median of five solves or more, about a second of them.
double median_seconds(NekboneProblem& problem, const comm::Communicator& communicator) {
  std::vector<double> seconds;
  for (double total = 0.0; seconds.size() < 5 || (total < 1.0 && seconds.size() < 200);
       total += seconds.back())
    seconds.push_back(perf::seconds_of_slowest(communicator, [&] { problem.solve(); }));
  return perf::middle_of(std::move(seconds));
}

nlohmann::ordered_json measure(const NekboneSize& size, const NekboneMethod& method,
                               const perf::MachineLimits& limits,
                               const comm::Communicator& communicator) {
  NekboneProblem problem(size, method, communicator);
  const auto report = problem.solve();
  const double reduction = problem.residual_reduction();
  const double seconds = median_seconds(problem, communicator);
  const auto points = static_cast<double>(problem.n_points());
  const auto cost = problem.solve_cost();
  const double gbs = 1e-9 * cost.bytes / seconds;
  return {{"geometry", size.geometry == NekboneGeometry::box ? "box" : "general"},
          {"n", size.n},
          {"elements_per_rank", size.elements_per_rank},
          {"ranks", communicator.size()},
          {"iterations", report.iterations},
          {"seconds", seconds},
          {"mpoints_per_second_per_rank", 1e-6 * points * report.iterations / seconds},
          {"gflops_per_rank", 1e-9 * cost.flops / seconds},
          {"gbs_per_rank", gbs},
          {"stream_fraction", gbs / limits.stream_gbs},
          {"residual_reduction", reduction}};
}

void print_row(const nlohmann::ordered_json& row) {
  fmt::print("{:8} {:3} {:9} {:6} {:6} {:10.5f} {:10.1f} {:9.2f} {:8.2f} {:8.0f} % {:11.2e}\n",
             row["geometry"].get<std::string>(), row["n"].get<int>(),
             row["elements_per_rank"].get<int>(), row["ranks"].get<int>(),
             row["iterations"].get<int>(), row["seconds"].get<double>(),
             row["mpoints_per_second_per_rank"].get<double>(), row["gflops_per_rank"].get<double>(),
             row["gbs_per_rank"].get<double>(), 100.0 * row["stream_fraction"].get<double>(),
             row["residual_reduction"].get<double>());
  std::fflush(stdout);
}

void print_head(const NekboneMethod& method, const perf::MachineLimits& limits) {
  fmt::print("{}\n", perf::format_limits(limits));
  if (method.preconditioner == NekbonePreconditioner::multigrid)
    fmt::print("Flexible GMRES, preconditioned by Schwarz multigrid in single precision\n");
  if (method.reduction > 0.0)
    fmt::print("Each solve until |r|/|f| is {:g}, {} iterations at most\n", method.reduction,
               method.max_iterations);
  fmt::print("\n{:8} {:>3} {:>9} {:>6} {:>6} {:>10} {:>10} {:>9} {:>8} {:>10} {:>11}\n", "geometry",
             "n", "elements", "ranks", "iter", "seconds", "Mpoints/s", "GFLOP/s", "GB/s", "STREAM",
             "|r|/|f|");
}

}  // namespace

int bench_nekbone_command(const BenchNekboneOptions& options,
                          const comm::Communicator& communicator) {
  const auto method = chosen_method(options);
  const auto sizes = all_sizes(options);
  rank_grid(sizes.front(),
            communicator.size());  // a wrong --grid is told before anything is measured
  const auto limits = perf::measure_machine_limits(communicator);
  const bool speaks = communicator.rank() == 0;
  if (speaks) print_head(method, limits);
  nlohmann::ordered_json document{
      {"stream_gbs", limits.stream_gbs},
      {"peak_gflops", limits.peak_gflops},
      {"preconditioner",
       method.preconditioner == NekbonePreconditioner::none ? "none" : "multigrid"},
      {"reduction", method.reduction}};
  for (const auto& size : sizes) {
    document["rows"].push_back(measure(size, method, limits, communicator));
    if (speaks) print_row(document["rows"].back());
  }
  if (options.json_file) io::write_json(*options.json_file, document, communicator);
  return 0;
}

}  // namespace lobatto::commands
