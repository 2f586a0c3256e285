#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "commands/bench/bake_off_problem.hpp"
#include "commands/bench/bench.hpp"
#include "commands/integer_list.hpp"
#include "io/text_file.hpp"
#include "perf/machine_limits.hpp"
#include "perf/region_table.hpp"
#include "perf/timing.hpp"
#include "run/records/progress.hpp"

namespace lobatto::commands {

namespace {

constexpr int max_nodes_per_rank = 1 << 28;

std::vector<BakeOffSize> all_sizes(const BenchBakeOffOptions& options, int n_ranks) {
  const auto problems = parse_integer_list("--problem", options.problems, 1, 6);
  const auto orders = parse_integer_list("--order", options.orders, 1, 31);
  const auto nodes = parse_integer_list("--size", options.nodes_per_rank, 1, max_nodes_per_rank);
  std::vector<BakeOffSize> sizes;
  for (const int problem : problems)
    for (const int order : orders)
      for (const int n_nodes : nodes)
        sizes.push_back(
            {problem, order, options.is_curved, bake_off_elements(n_nodes, order, n_ranks)});
  return sizes;
}

/// Seconds of the slowest rank, the median of five solves.
double median_seconds(BakeOffProblem& problem, int n_iterations,
                      const comm::Communicator& communicator) {
  constexpr int n_solves = 5;
  std::vector<double> seconds;
  for (int solve = 0; solve < n_solves; ++solve)
    seconds.push_back(perf::seconds_of_slowest(communicator, [&] { problem.solve(n_iterations); }));
  return perf::middle_of(std::move(seconds));
}

nlohmann::ordered_json measure(const BakeOffSize& size, const BenchBakeOffOptions& options,
                               const perf::MachineLimits& limits,
                               const comm::Communicator& communicator) {
  BakeOffProblem problem(size, options.preconditioner, communicator);
  const int iterations = problem.solve(options.n_iterations).iterations;
  const double reduction = problem.residual_reduction();
  const double seconds = median_seconds(problem, options.n_iterations, communicator);
  const auto cost = problem.iteration_cost() * iterations;
  const double gflops = 1e-9 * cost.flops / seconds, gbs = 1e-9 * cost.bytes / seconds;
  const double unknowns_per_rank = size.n_unknowns() / communicator.size();
  return {{"problem", size.problem},
          {"order", size.order},
          {"points", size.n_points()},
          {"geometry", size.is_curved ? "curved" : "box"},
          {"elements", size.n_elements},
          {"ranks", communicator.size()},
          {"unknowns", size.n_unknowns()},
          {"iterations", iterations},
          {"seconds", seconds},
          {"munknowns_per_second_per_rank", 1e-6 * unknowns_per_rank * iterations / seconds},
          {"gflops_per_rank", gflops},
          {"gbs_per_rank", gbs},
          {"stream_fraction", gbs / limits.stream_gbs},
          {"peak_fraction", gflops / limits.peak_gflops},
          {"residual_reduction", reduction}};
}

void print_head(const BenchBakeOffOptions& options, const perf::MachineLimits& limits) {
  fmt::print("{}\n{} elements, conjugate gradients {}\n\n", perf::format_limits(limits),
             options.is_curved ? "curved" : "box",
             options.preconditioner == BakeOffPreconditioner::jacobi
                 ? "with the diagonal as preconditioner"
                 : "without preconditioner");
  fmt::print("{:3} {:>2} {:>2} {:>11} {:>11} {:>4} {:>9} {:>10} {:>8} {:>5} {:>7} {:>7} {:>9}\n",
             "", "p", "q", "elements", "unknowns", "iter", "seconds", "Munknown/s", "GFLOP/s",
             "peak", "GB/s", "STREAM", "|r|/|f|");
}

std::string format_row(const nlohmann::ordered_json& row) {
  const auto& n = row["elements"];
  return fmt::format(
      "BP{} {:2} {:2} {:>11} {:11} {:4} {:9.4f} {:10.1f} {:8.2f} {:3.0f} % {:7.2f} {:5.0f} % "
      "{:9.1e}\n",
      row["problem"].get<int>(), row["order"].get<int>(), row["points"].get<int>(),
      fmt::format("{}x{}x{}", n[0].get<int>(), n[1].get<int>(), n[2].get<int>()),
      row["unknowns"].get<double>(), row["iterations"].get<int>(), row["seconds"].get<double>(),
      row["munknowns_per_second_per_rank"].get<double>(), row["gflops_per_rank"].get<double>(),
      100.0 * row["peak_fraction"].get<double>(), row["gbs_per_rank"].get<double>(),
      100.0 * row["stream_fraction"].get<double>(), row["residual_reduction"].get<double>());
}

}  // namespace

int bench_bake_off_command(const BenchBakeOffOptions& options,
                           const comm::Communicator& communicator) {
  const auto sizes = all_sizes(options, communicator.size());
  const auto limits = perf::measure_machine_limits(communicator);
  const bool speaks = communicator.rank() == 0;
  if (speaks) print_head(options, limits);
  nlohmann::ordered_json document{
      {"stream_gbs", limits.stream_gbs},
      {"peak_gflops", limits.peak_gflops},
      {"preconditioner",
       options.preconditioner == BakeOffPreconditioner::jacobi ? "jacobi" : "none"}};
  run::ProgressLine progress(speaks ? run::ProgressStyle::automatic : run::ProgressStyle::silent,
                             run::ProgressLine::First::when_it_takes_long);
  for (std::size_t done = 0; done < sizes.size(); ++done) {
    progress.update(static_cast<double>(done) / static_cast<double>(sizes.size()), [&] {
      return std::vector<run::ProgressLine::Part>{
          {2, fmt::format("BP{} of order {}", sizes[done].problem, sizes[done].order)}};
    });
    document["rows"].push_back(measure(sizes[done], options, limits, communicator));
    progress.finish();
    if (speaks) run::put_text(stdout, format_row(document["rows"].back()));
  }
  if (options.json_file) io::write_json(*options.json_file, document, communicator);
  return 0;
}

}  // namespace lobatto::commands
