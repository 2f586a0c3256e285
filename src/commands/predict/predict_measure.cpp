#include "commands/predict/predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.hpp"
#include "base/host_name.hpp"
#include "base/input_file.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "comm/exchange/pair_messages.hpp"
#include "commands/integer_list.hpp"
#include "io/text_file.hpp"
#include "perf/machine_limits.hpp"
#include "plan/describe.hpp"
#include "predict/machine.hpp"
#include "run/records/terminal.hpp"

namespace lobatto::commands {

namespace {

constexpr double points_of_sample = 262144;
constexpr int rounds_of_sample = 20;
constexpr std::size_t long_bytes = std::size_t{1} << 20;

/// Seconds that a message takes between the two of `messages`: the mean of `n_most` there and back,
/// or of as many as half a second has room for, at least a twentieth. Collective.
double seconds_one_way(comm::PairMessages& messages, std::size_t bytes, int n_most,
                       const comm::Communicator& communicator) {
  constexpr double room = 0.5;
  const int n_tried = std::max(n_most / 20, 1);
  std::array<double, 1> tried{messages.ping_pong(bytes, n_tried)};
  communicator.broadcast(tried, 0);
  const double fitting = room * n_tried / std::max(tried[0], 1e-9);
  const int n = fitting < n_most ? std::max(static_cast<int>(fitting), n_tried) : n_most;
  return messages.ping_pong(bytes, n) / (2 * n);
}

/// Between rank 0 and `partner` while all others are quiet. Half of what a short message takes is
/// its processors'.
predict::Network measure_pair(const comm::Communicator& communicator, int partner) {
  constexpr int n_short = 2000, n_long = 50;
  comm::Pairing pairing;
  if (communicator.rank() == 0) pairing = {partner, true};
  if (communicator.rank() == partner) pairing = {0, false};
  comm::PairMessages messages(communicator, pairing, long_bytes);
  std::array<double, 2> seconds{seconds_one_way(messages, 8, n_short, communicator),
                                seconds_one_way(messages, long_bytes, n_long, communicator)};
  communicator.broadcast(seconds, 0);
  return {seconds[0] / 2, seconds[0] / 4,
          1e-9 * static_cast<double>(long_bytes) / std::max(seconds[1] - seconds[0], 1e-9)};
}

/// Guesses for a rank alone, which has nobody to send to.
constexpr predict::Network usual_memory{3e-7, 1.5e-7, 5};

void measure_networks(const comm::Communicator& communicator, predict::Machine& machine) {
  const comm::Communicator node = communicator.split_by_node();
  machine.machine.cores_per_node = static_cast<int>(communicator.max(node.size()));
  const bool is_first = node.rank() == 0;
  machine.machine.nodes = static_cast<int>(communicator.sum(is_first ? 1.0 : 0.0));
  // Whether a rank shares the node of rank 0.
  std::array<double, 1> number{node.rank() == 0 ? 1.0 * communicator.rank() : 0.0};
  node.broadcast(number, 0);
  const auto first_ranks = communicator.all_gather(number);
  int near = -1, far = -1;
  for (int rank = communicator.size() - 1; rank > 0; --rank)
    (first_ranks[rank] == 0 ? near : far) = rank;
  machine.in_node = near > 0 ? measure_pair(communicator, near) : usual_memory;
  if (far > 0) machine.between_nodes = measure_pair(communicator, far);
}

/// Of all ranks together: the limits over the mean of what they took.
void add_fractions(const predict::StepSample& sample, int order,
                   const comm::Communicator& communicator, predict::Machine& machine) {
  for (const auto& region : sample.regions) {
    const double seconds = communicator.sum(region.seconds) / communicator.size();
    machine.regions.push_back({region.name, order, machine.seconds(region.cost, 1.0) / seconds});
  }
}

std::string source_text(const cases::Case& the_case, const comm::Communicator& communicator) {
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day date{today};
  return fmt::format("measured on {}-{:02}-{:02} with {} and the case {}",
                     static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()), plan::counted(communicator.size(), "rank"),
                     the_case.name);
}

void refuse_existing(const std::filesystem::path& file) {
  base::require_output(file);
  if (std::error_code ignored; std::filesystem::exists(file, ignored))
    throw base::Error(fmt::format("{} is there already, and is not overwritten", file.string()));
}

}  // namespace

void measure_machine(const cases::Case& the_case, const perf::MachineRates& rates,
                     const std::string& orders, const std::filesystem::path& file,
                     const comm::Communicator& communicator) {
  comm::on_root(communicator, [&] { refuse_existing(file); });
  predict::Machine machine;
  machine.machine.name = base::host_name();
  machine.machine.source = source_text(the_case, communicator);
  measure_networks(communicator, machine);
  const auto limits = perf::measure_machine_limits(communicator);
  machine.core.stream_gbs = limits.stream_gbs;
  machine.core.peak_gflops = limits.peak_gflops;
  std::shared_ptr<const mesh::HexMesh> whole;
  comm::on_all(communicator, [&] { whole = whole_mesh(the_case); });
  const std::string list = orders.empty() ? fmt::format("{}", the_case.order) : orders;
  for (const int order : parse_integer_list("--orders", list, 1, 31)) {
    cases::Case of_order = the_case;
    of_order.order = order;
    // Nodes come nearer to each other with the square of the order.
    if (of_order.dt && order > the_case.order)
      *of_order.dt *= std::pow(1.0 * the_case.order / order, 2);
    predict::StepSample sample;
    comm::on_all(communicator, [&] {
      const cases::Case small =
          small_case(of_order, {communicator.size(), rates}, points_of_sample, whole.get());
      sample = take_sample(small, rates, {}, rounds_of_sample, whole.get());
    });
    add_fractions(sample, order, communicator, machine);
    machine.spread.regions =
        std::max(machine.spread.regions, communicator.sum(sample.spread) / communicator.size());
  }
  comm::on_root(communicator, [&] {
    io::write_text(file, machine_text(machine));
    run::put_text(stdout, fmt::format("{}: {:.4g} GB/s and {:.4g} GFLOP/s per core, {} regions\n",
                                      file.string(), machine.core.stream_gbs,
                                      machine.core.peak_gflops, machine.regions.size()));
  });
}

}  // namespace lobatto::commands
