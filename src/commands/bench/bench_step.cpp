#include "commands/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numbers>
#include <utility>

#include "base/error.hpp"
#include "case/tables/tables.hpp"
#include "io/text_file.hpp"
#include "mesh/grading.hpp"
#include "perf/machine_rates.hpp"
#include "perf/region_table.hpp"
#include "perf/timing.hpp"
#include "physics/work_part.hpp"
#include "plan/describe.hpp"
#include "plan/solver_choice.hpp"
#include "run/simulation.hpp"

namespace lobatto::commands {

namespace {

struct Size {
  int n_nodes;
  int n_elements;
};

Size parse_size(const std::string& text) {
  Size size{};
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &size.n_nodes, &size.n_elements, &rest) != 2 ||
      size.n_nodes < 2 || size.n_nodes > 32 || size.n_elements < 1)
    throw base::Error(
        fmt::format("--size {}: expected NODESxELEMENTS with 2 to 32 nodes, such as 8x8", text));
  return size;
}

/// u = (sin x cos y cos z, -cos x sin y cos z, 0) on (2 pi)^3, Re 1600; the CFL number is that of 8
/// nodes, 8 elements and dt = 5e-3 at any size.
cases::Case taylor_green(const Size& size) {
  cases::Case the_case;
  the_case.name = fmt::format("bench-{}x{}", size.n_nodes, size.n_elements);
  for (auto& axis : the_case.axes)
    axis = {mesh::uniform_ticks(0.0, 2.0 * std::numbers::pi, size.n_elements), true};
  the_case.order = size.n_nodes - 1;
  the_case.viscosity.constant = 1.0 / 1600.0;
  the_case.faces = cases::periodic_faces();
  const auto expression = [](const char* text) {
    return cases::Expression::compile({text, "bench"}, cases::space_variables(), {});
  };
  the_case.initial_velocity = {expression("sin(x)*cos(y)*cos(z)"),
                               expression("-cos(x)*sin(y)*cos(z)"), expression("0")};
  const double spacing_ratio = 8.0 * 49.0 / (size.n_elements * std::pow(size.n_nodes - 1, 2));
  the_case.dt = 5e-3 * std::min(1.0, spacing_ratio);
  return the_case;
}

/// Seconds a rank in regions of this name and inside of them, but for what makes the right-hand
/// side while a column of elements is in cache.
double seconds_of_solve(const std::vector<perf::RegionPlace>& places, physics::WorkPart solve) {
  using physics::WorkPart;
  const std::string name(name_of(solve));
  double seconds = 0;
  for (const auto& place : places) {
    const bool is_inside = place.path.starts_with(name + "/");
    const bool is_source = place.own.name == name_of(WorkPart::advection) ||
                           place.own.name == name_of(WorkPart::right_hand_sides);
    if (place.path == name) seconds += place.inclusive_avg;
    if (is_inside && is_source) seconds -= place.inclusive_avg;
  }
  return seconds;
}

/// What the choice of a solver goes by, beside what a solve of a component took.
nlohmann::ordered_json estimates(const cases::Case& the_case,
                                 const std::vector<perf::RegionPlace>& places,
                                 double points_of_steps, const plan::Grounds& grounds) {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& choice : plan::choose_solvers(the_case, grounds)) {
    const auto candidate =
        std::ranges::find(choice.candidates, choice.method, &plan::SolverCandidate::method);
    const bool is_velocity = choice.equation == "velocity";
    const double n_components = is_velocity ? 3 : 1;
    const double seconds =
        seconds_of_solve(places, is_velocity ? physics::WorkPart::velocity_solve
                                             : physics::WorkPart::pressure_solve);
    rows.push_back({{"equation", choice.equation},
                    {"solver", word_of(cases::solver_words(), choice.method)},
                    {"estimated_ns", candidate->cost},
                    {"measured_ns", 1e9 * seconds / n_components / points_of_steps}});
  }
  return rows;
}

nlohmann::ordered_json measure(const Size& size, int n_steps, const perf::MachineRates& rates,
                               const comm::Communicator& communicator) {
  const perf::MachineLimits limits = rates.limits();
  const cases::Case the_case = taylor_green(size);
  run::Simulation simulation(the_case, communicator, rates);
  constexpr int n_warm = 4;
  for (int step = 0; step < n_warm; ++step) simulation.advance();
  simulation.profiler().reset();
  std::vector<double> seconds;
  for (int step = 0; step < n_steps; ++step)
    seconds.push_back(perf::seconds_of_slowest(communicator, [&] { simulation.advance(); }));
  const perf::RegionTree tree = simulation.profiler().tree();
  const auto regions = perf::summarise_regions(tree, communicator);
  const auto places = perf::summarise_places(tree, communicator);
  const double median = perf::middle_of(std::move(seconds));
  const auto points = static_cast<double>(simulation.space().global_size());
  nlohmann::ordered_json row{
      {"n", size.n_nodes},
      {"elements", size.n_elements},
      {"ranks", communicator.size()},
      {"points", simulation.space().global_size()},
      {"seconds_per_step", median},
      {"nanoseconds_per_point", 1e9 * median / points * communicator.size()},
      {"mpoints_per_second_per_rank", 1e-6 * points / median / communicator.size()}};
  if (communicator.rank() == 0) {
    fmt::print(
        "\n{} nodes, {}^3 elements, {}: {:.5f} s per step, {:.1f} ns per point and "
        "rank, {:.2f} million points per second and rank\n{}\n",
        size.n_nodes, size.n_elements, plan::counted(communicator.size(), "rank"), median,
        row["nanoseconds_per_point"].get<double>(),
        row["mpoints_per_second_per_rank"].get<double>(), perf::format_table(places, limits));
  }
  row["estimates"] =
      estimates(the_case, places, n_steps * points / communicator.size(), simulation.grounds());
  for (const auto& region : regions)
    row["regions"].push_back({{"name", region.name},
                              {"seconds", region.seconds_avg / n_steps},
                              {"share", region.share},
                              {"gbs", region.gbs},
                              {"gflops", region.gflops},
                              {"stream_fraction", region.gbs / limits.stream_gbs},
                              {"peak_fraction", region.gflops / limits.peak_gflops}});
  return row;
}

}  // namespace

int bench_step_command(const BenchStepOptions& options, const comm::Communicator& communicator) {
  std::vector<Size> sizes;
  for (const auto& text : options.sizes) sizes.push_back(parse_size(text));
  const auto rates = perf::measure_machine_rates(communicator);
  const perf::MachineLimits limits = rates.limits();
  if (communicator.rank() == 0)
    fmt::print("{}\nrates: {}\n", perf::format_limits(limits), describe(rates));
  nlohmann::ordered_json document{{"stream_gbs", limits.stream_gbs},
                                  {"peak_gflops", limits.peak_gflops}};
  for (const auto& size : sizes)
    document["rows"].push_back(measure(size, options.n_steps, rates, communicator));
  if (options.json_file) io::write_json(*options.json_file, document, communicator);
  return 0;
}

}  // namespace lobatto::commands
