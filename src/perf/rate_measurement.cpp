// The kernels of the solvers, each on operands that stay in cache, and messages between pairs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/aligned_array.hpp"
#include "base/function_ref.hpp"
#include "base/stopwatch.hpp"
#include "comm/exchange/neighbour_exchange.hpp"
#include "kernels/batches/element_batches.hpp"
#include "kernels/batches/fast_diagonalisation.hpp"
#include "kernels/operators/box_helmholtz.hpp"
#include "kernels/products/contraction.hpp"
#include "perf/machine_memory.hpp"
#include "perf/machine_rates.hpp"
#include "perf/timing.hpp"

namespace lobatto::perf {

namespace {

constexpr int usual_nodes = 8;  ///< a direction of an element: the middle of the orders in use

/// Calls of one kernel after another, on all ranks at a time.
class CallClock {
 public:
  explicit CallClock(const comm::Communicator& communicator) : communicator_(communicator) {}

  /// The mean over the ranks of the best number. Collective.
  double calls_per_second(base::FunctionRef<void()> call) {
    constexpr double duration = 0.06, of_batch = 5e-4;
    const base::Stopwatch of_first;
    call();
    const int n_calls = std::max(1, static_cast<int>(of_batch / (of_first.seconds() + 1e-9)));
    communicator_.barrier();
    std::vector<double> seconds;
    for (const base::Stopwatch all; all.seconds() < duration;) {
      const base::Stopwatch batch;
      for (int i = 0; i < n_calls; ++i) call();
      seconds.push_back(batch.seconds());
    }
    const double best = *std::ranges::min_element(seconds);
    scatter_ = std::max(scatter_, middle_of(std::move(seconds)) / best - 1);
    return communicator_.sum(n_calls / best) / communicator_.size();
  }

  /// How far the median time of the same calls was above the best at most. Collective.
  [[nodiscard]] double scatter() const { return communicator_.max(scatter_); }

 private:
  const comm::Communicator& communicator_;
  double scatter_ = 0;
};

base::AlignedArray<double> filled(std::size_t n, double value) {
  base::AlignedArray<double> array(n);
  array.fill(value);
  return array;
}

/// Strips of lines, along the second index, times the blocks of four elements folded in halves.
double measure_products(CallClock& clock) {
  constexpr int n_lanes = 96, size = 2 * usual_nodes;
  const auto shape = kernels::ContractionShape::packed(n_lanes, size, size);
  const kernels::Contraction product(shape);
  const auto lines = filled(n_lanes * size, 0.5), matrix = filled(size * size, 0.25);
  auto out = filled(n_lanes * size, 0.0);
  const auto call = [&] { product(lines.data(), matrix.data(), out.data()); };
  return 1e-9 * kernels::contraction_cost(shape).flops * clock.calls_per_second(call);
}

double measure_batches(CallClock& clock) {
  constexpr int m = usual_nodes + 2, n_elements = 16;
  const auto arithmetic = kernels::make_batch_arithmetic<float>(n_elements);
  const auto lanes = static_cast<std::size_t>(arithmetic->lanes());
  kernels::FastDiagonalisation<float> blocks(*arithmetic, m, 1);
  base::AlignedArray<float> vectors(m * m * lanes), eigenvalues(m * lanes),
      f(blocks.block_size() * lanes), out(blocks.block_size() * lanes);
  vectors.fill(0.25F);
  eigenvalues.fill(1.0F);
  f.fill(0.5F);
  const kernels::FastDiagonalisation<float>::Line line{vectors.data(), eigenvalues.data()};
  const auto call = [&] { blocks.solve({line, line, line}, f.data(), 1.0F, false, out.data()); };
  const auto cost = kernels::fast_diagonalisation_cost(m, usual_nodes, sizeof(float));
  return 1e-9 * cost.flops * static_cast<double>(lanes) * clock.calls_per_second(call);
}

double measure_operator(CallClock& clock) {
  constexpr int n = usual_nodes, n_elements = 8;
  // Any matrix with the antisymmetry of a derivative.
  std::array<double, n * n> derivative{};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) derivative[i * n + j] = 0.1 * (i - j);
  const auto weights = filled(n, 0.25);
  kernels::BoxHelmholtz helmholtz({n, derivative, std::span(weights.data(), n)});
  const std::vector<kernels::Lengths> lengths(n_elements, {1.0, 1.0, 1.0});
  const auto u = filled(n_elements * n * n * n, 0.5);
  auto out = filled(u.size(), 0.0);
  const auto call = [&] { helmholtz.apply(lengths, {1.0, 1.0}, u.data(), out.data()); };
  return 1e-9 * n_elements * kernels::box_helmholtz_cost(n).flops * clock.calls_per_second(call);
}

/// Elements into lanes and out again.
double measure_packing(CallClock& clock) {
  constexpr std::size_t size = std::size_t{usual_nodes} * usual_nodes * usual_nodes;
  const auto arithmetic = kernels::make_batch_arithmetic<double>(16);
  const auto lanes = arithmetic->lanes();
  auto values = filled(size * lanes, 0.5);
  auto batch = filled(size * lanes, 0.0);
  const auto ones = filled(size * lanes, 1.0);
  const kernels::ElementBatches batches{lanes, lanes};
  const auto call = [&] {
    arithmetic->pack(size, {values.data(), batches.elements_in(0)}, batch.data());
    arithmetic->unpack(size, ones.data(), batch.data(), {values.data(), batches.elements_in(0)});
  };
  constexpr double bytes_of_value = 5 * sizeof(double);  // with the weights of unpack
  return 1e-9 * bytes_of_value * static_cast<double>(size) * lanes * clock.calls_per_second(call);
}

/// A sweep over the rows of a lattice of 16^3, 27 entries each, as multigrid and triangular solves
/// do it: each row waits for the one before it.
double measure_sparse(CallClock& clock) {
  constexpr int side = 16, n_rows = side * side * side, n_entries = 27;
  std::vector<int> columns;
  for (int row = 0; row < n_rows; ++row)
    for (int entry = 0; entry < n_entries; ++entry) {
      const int offset = entry % 3 - 1 + side * (entry / 3 % 3 - 1 + side * (entry / 9 - 1));
      columns.push_back((row + offset + n_rows) % n_rows);
    }
  const auto values = filled(columns.size(), 1.0 / n_entries), f = filled(n_rows, 0.5);
  auto u = filled(n_rows, 1.0);
  const auto call = [&] {
    for (int row = 0; row < n_rows; ++row) {
      double rest = f.data()[row];
      const int first = row * n_entries;
      for (int e = first; e < first + n_entries; ++e)
        rest -= values.data()[e] * u.data()[columns[e]];
      u.data()[row] = 0.5 * rest;
    }
  };
  constexpr double bytes_of_entry = sizeof(double) + sizeof(int);
  return 1e-9 * bytes_of_entry * n_rows * n_entries * clock.calls_per_second(call);
}

/// Of exchanges with one other rank, both ways at once; the same on all ranks of the group.
double seconds_of_exchange(const comm::Communicator& group, std::size_t n_values) {
  constexpr int n_rounds = 20, n_exchanges = 20;
  std::vector<comm::NeighbourExchange::Partner> partners;
  if ((group.rank() ^ 1) < group.size()) partners.push_back({group.rank() ^ 1, n_values});
  comm::NeighbourExchange exchange(group, partners);
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < n_rounds; ++round) {
    group.barrier();
    const base::Stopwatch watch;
    for (int i = 0; i < n_exchanges; ++i) {
      exchange.begin();
      exchange.finish();
    }
    best = std::min(best, watch.seconds() / n_exchanges);
  }
  return group.max(best);  // of an odd number of ranks one has no partner
}

/// Where the group has two ranks at least on some rank; the mean over those that have.
MessageRates measure_messages(const comm::Communicator& group,
                              const comm::Communicator& communicator) {
  constexpr std::size_t n_long = std::size_t{1} << 15;
  std::array<double, 3> sums{};
  if (group.size() > 1) {
    const double shortest = seconds_of_exchange(group, 1),
                 longest = seconds_of_exchange(group, n_long);
    // Where both take as long, the long one says at least how fast it was.
    sums = {shortest, longest > 1.2 * shortest ? longest - shortest : longest, 1};
  }
  communicator.sum(sums);
  if (sums[2] == 0) return {};
  return {1e6 * sums[0] / sums[2],
          std::min(1e-9 * 8.0 * n_long * sums[2] / sums[1], MessageRates::most_gbs)};
}

struct Nodes {
  comm::Communicator own;     ///< the ranks of this node
  comm::Communicator across;  ///< those of other nodes in the same place
  int ranks_on_node;          ///< of the largest
  bool are_several;
};

Nodes nodes_of(const comm::Communicator& communicator) {
  auto own = communicator.split_by_node();
  auto across = communicator.split(own.rank(), communicator.rank());
  const std::array<double, 2> sizes{communicator.max(static_cast<double>(own.size())),
                                    communicator.max(static_cast<double>(across.size()))};
  return {std::move(own), std::move(across), static_cast<int>(sizes[0]), sizes[1] > 1};
}

/// What disturbed them, for people.
std::string beside(const MachineRates& rates) {
  if (!rates.is_disturbed()) return "";
  return rates.other_cores > OtherWork::negligible_cores
             ? fmt::format(", while other work kept {:.1f} cores busy", rates.other_cores)
             : fmt::format(", while times of the same work scattered by {:.0f} %",
                           100 * rates.scatter);
}

}  // namespace

MachineRates measure_machine_rates(const comm::Communicator& communicator) {
  const Nodes nodes = nodes_of(communicator);
  const OtherWork others(nodes.own);
  CallClock clock(communicator);
  MachineRates rates;
  rates.stream_gbs = measure_stream(communicator);
  rates.peak_gflops = measure_peak_gflops(communicator);
  rates.product_gflops = measure_products(clock);
  rates.batch_gflops = measure_batches(clock);
  rates.operator_gflops = measure_operator(clock);
  rates.pack_gbs = measure_packing(clock);
  rates.sparse_gbs = measure_sparse(clock);
  rates.ranks_on_node = nodes.ranks_on_node;
  rates.several_nodes = nodes.are_several;
  if (nodes.ranks_on_node > 1) rates.within_node = measure_messages(nodes.own, communicator);
  if (nodes.are_several) rates.between_nodes = measure_messages(nodes.across, communicator);
  rates.other_cores = communicator.max(others.cores());
  rates.scatter = clock.scatter();
  rates.source = "measured now" + beside(rates);
  return rates;
}

MachineRates measure_and_remember_rates(const comm::Communicator& communicator,
                                        const std::filesystem::path& folder) {
  const MachineRates rates = measure_machine_rates(communicator);
  MachineMemory(communicator.rank() == 0 ? folder : "", rates.ranks_on_node, rates.several_nodes)
      .remember(rates);
  return rates;
}

MachineRates known_machine_rates(const comm::Communicator& communicator,
                                 const std::filesystem::path& folder) {
  const Nodes nodes = nodes_of(communicator);
  const MachineMemory memory(communicator.rank() == 0 ? folder : "", nodes.ranks_on_node,
                             nodes.are_several);
  auto recalled = memory.recall(others_are_running(nodes.ranks_on_node));
  if (recalled && (recalled->ranks_on_node != nodes.ranks_on_node ||
                   recalled->several_nodes != nodes.are_several))
    recalled.reset();
  std::string text = recalled ? text_of(*recalled) : "", date = recalled ? recalled->date : "";
  communicator.broadcast(text, 0);
  communicator.broadcast(date, 0);
  if (auto rates = rates_of(text)) {
    rates->date = date;
    rates->source = "remembered from " + date + beside(*rates);
    return *rates;
  }
  return measure_and_remember_rates(communicator, folder);
}

}  // namespace lobatto::perf
