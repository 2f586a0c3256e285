#include "program/commands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <chrono>
#include <nlohmann/json.hpp>

#include "accept/kernel_report.hpp"
#include "accept/rank_box.hpp"
#include "base/error.hpp"
#include "case/document/spelling.hpp"
#include "io/text_file.hpp"
#include "lobatto/version.hpp"
#include "machine/machine.hpp"
#include "perf/machine_memory.hpp"
#include "perf/region_table.hpp"
#include "run/command_line.hpp"

namespace lobatto::program {

namespace {

constexpr const char* all_kernels = "all";

std::vector<std::string> names_of_kinds() {
  std::vector<std::string> names;
  for (const auto& kind : accept::kernel_kinds()) names.push_back(kind.name);
  return names;
}

/// In UTC, such as 2026-11-27.
std::string today() {
  const std::chrono::year_month_day day{
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

/// "8x8x4" as numbers of 1 to a million.
std::vector<int> parse_by_x(const std::string& option, const std::string& text) {
  std::vector<int> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;;) {
    int number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc{} || number < 1 || number > 1000000)
      throw base::Error(fmt::format(
          "{} {}: expected numbers of 1 to 1000000 with x between them, such as 32x32x16", option,
          text));
    numbers.push_back(number);
    if (next == end) return numbers;
    if (*next != 'x')
      throw base::Error(
          fmt::format("{} {}: expected x between the numbers, such as 32x32x16, and not \"{}\"",
                      option, text, *next));
    at = next + 1;
  }
}

const accept::KernelKind& kind_named(const std::string& name) {
  for (const auto& kind : accept::kernel_kinds())
    if (kind.name == name) return kind;
  throw base::Error(fmt::format("There is no kernel \"{}\"{}", name,
                                cases::suggestion_or_list(name, names_of_kinds(), "; there are ")));
}

void check_mesh_option(const AcceptOptions& options,
                       const std::vector<const accept::KernelKind*>& kinds) {
  std::vector<std::string> names;
  for (const auto& kind : accept::kernel_kinds())
    if (kind.takes_mesh) names.push_back(kind.name);
  if (kinds.size() != 1 || !kinds.front()->takes_mesh)
    throw base::Error(fmt::format("--mesh goes with {} alone", fmt::join(names, " or ")));
  if (options.size || options.ranks_grid)
    throw base::Error(
        fmt::format("--{} has no meaning with --mesh: the file has its elements, and "
                    "ranks share them by their faces",
                    options.size ? "size" : "ranks-grid"));
}

std::vector<const accept::KernelKind*> chosen_kinds(const AcceptOptions& options) {
  std::vector<const accept::KernelKind*> kinds;
  for (const auto& name : options.kernels) {
    if (name == all_kernels)
      for (const auto& kind : accept::kernel_kinds()) kinds.push_back(&kind);
    else
      kinds.push_back(&kind_named(name));
  }
  if (kinds.size() > 1 && (options.size || options.ranks_grid))
    throw base::Error(
        fmt::format("--{} goes with one kernel, since each counts something else; found {} kernels",
                    options.size ? "size" : "ranks-grid", kinds.size()));
  if (options.mesh) check_mesh_option(options, kinds);
  if (options.is_total && !options.size)
    throw base::Error("--total says what --size means, which is not there");
  return kinds;
}

accept::KernelSettings settings_of(const AcceptOptions& options) {
  accept::KernelSettings settings;
  if (options.size) settings.size = parse_by_x("--size", *options.size);
  if (options.ranks_grid) settings.ranks = parse_by_x("--ranks-grid", *options.ranks_grid);
  settings.is_total = options.is_total;
  if (options.mesh) settings.mesh = *options.mesh;
  return settings;
}

void print_kinds() {
  for (const auto& kind : accept::kernel_kinds())
    fmt::print(
        "{}\n  stands for  {}\n  does        {}\n  leaves out  {}\n  --size      {} per rank; "
        "--ranks-grid takes {} numbers\n{}",
        kind.name, kind.stands_for, kind.does, kind.left_out, accept::by_x(kind.size),
        kind.rank_directions, kind.takes_mesh ? "  --mesh      a file of hexahedra instead\n" : "");
}

}  // namespace

void add_accept(CLI::App& app, AcceptOptions& options) {
  auto* accept = app.add_subcommand(
      "accept", "Application kernels of an acceptance: rates, and answers that are checked");
  accept->footer(
      "Examples:\n"
      "  lobatto accept                                 what there is\n"
      "  mpirun -n 64 lobatto accept all --json accept.json\n"
      "  mpirun -n 64 lobatto accept halo --size 96x96x96 --ranks-grid 4x4x4\n"
      "  mpirun -n 64 lobatto accept halo --size 512x512x512 --total      strong scaling\n"
      "  mpirun -n 64 lobatto accept unstructured-sweep --mesh vessel.msh\n"
      "Each kernel prints its rate, beside STREAM and the small-matrix peak measured in the same "
      "run,\n"
      "and its answers beside the right ones. Ends with 1 where an answer is wrong. "
      "machine/docs/accept.md "
      "says\n"
      "what each computes. The kernels are not the originals whose names they stand beside.");
  accept->add_option("kernels", options.kernels, "Names of kernels, or all; none: list them");
  accept
      ->add_option("--size", options.size,
                   "Cells, sites or nodes per direction of each rank, such as 64x64x64")
      ->type_name("AxBx...");
  accept->add_flag("--total", options.is_total, "The size is that of all ranks together");
  accept
      ->add_option("--ranks-grid", options.ranks_grid,
                   "Ranks per direction, such as 4x4x2 (default: near to a cube)")
      ->type_name("AxBx...");
  accept
      ->add_option("--mesh", options.mesh,
                   "A mesh file of hexahedra instead of a size, for unstructured-sweep")
      ->type_name("FILE");
  accept->add_option("--seconds", options.seconds, "How long each kernel is timed (default 2)")
      ->check(CLI::Range(0.01, 3600.0))
      ->type_name("SECONDS");
  run::add_json_option(*accept, options.json_file, "report");
}

int accept_command(const AcceptOptions& options, const comm::Communicator& communicator) {
  const bool speaks = communicator.rank() == 0;
  const auto kinds = chosen_kinds(options);
  if (kinds.empty()) {
    if (speaks) print_kinds();
    return 0;
  }
  const auto settings = settings_of(options);
  const auto limits = perf::measure_machine_limits(communicator);
  if (speaks) fmt::print("{}\n", perf::format_limits(limits));
  const auto hosts = machine::look_at_machine(communicator).hosts();
  nlohmann::ordered_json document{{"stream_gbs", limits.stream_gbs},
                                  {"peak_gflops", limits.peak_gflops},
                                  {"ranks", communicator.size()},
                                  {"nodes", hosts.size()},
                                  {"hosts", hosts},
                                  {"processor", perf::processor_name()},
                                  {"date", today()},
                                  {"version", version::number},
                                  {"git", version::git}};
  bool all_hold = true;
  for (const auto* kind : kinds) {
    const auto report = accept::measure_kernel(*kind, settings, options.seconds, communicator);
    all_hold = all_hold && report.holds();
    document["kernels"].push_back(accept::to_json(report, limits));
    if (!speaks) continue;
    fmt::print("\n{}", accept::to_text(report, limits));
    std::fflush(stdout);
  }
  if (options.json_file) io::write_json(*options.json_file, document, communicator);
  return all_hold ? 0 : 1;
}

}  // namespace lobatto::program
