#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "comm/communicator.hpp"
#include "perf/machine_limits.hpp"

namespace lobatto::perf {

/// What other programs do on the cores of a node while something is measured there.
class OtherWork {
 public:
  /// More cores than this, busy with other work, and a measurement counts as disturbed.
  static constexpr double negligible_cores = 0.25;

  /// From now on. node: the ranks of this node; lives as long.
  explicit OtherWork(const comm::Communicator& node);

  /// Cores that others have kept busy since then, on average, and what a hypervisor took. Zero
  /// where the system does not say. Collective over the node.
  [[nodiscard]] double cores() const;

 private:
  const comm::Communicator& node_;
  double start_, busy_, own_;  ///< s
};

/// Whether more wants to run on this node at this moment than `n_own` processes of ours.
bool others_are_running(int n_own);

/// A message between two ranks takes latency + bytes / rate.
struct MessageRates {
  /// Within a node messages are read where they were written: there a long one may take no more
  /// time than an empty one, and has this rate at most.
  static constexpr double most_gbs = 1e4;
  double microseconds = 1;  ///< of an empty message, there and back at once
  double gbs = 1;           ///< of a long one, per direction
};

/// What one rank makes of the kernels that solvers consist of, while all ranks work. What nobody
/// has measured is one of its unit: then counts alone decide.
struct MachineRates {
  double stream_gbs = 1;       ///< as MachineLimits has it
  double peak_gflops = 1;      ///< likewise
  double product_gflops = 1;   ///< blocks of lines times a matrix, as the direct solver has them
  double batch_gflops = 1;     ///< fast diagonalisation of a batch of elements, single precision
  double operator_gflops = 1;  ///< the Helmholtz operator of box elements
  double pack_gbs = 1;         ///< rearranging values that lie in a cache, bytes read and written
  double sparse_gbs = 1;       ///< Gauss-Seidel on sparse rows, 12 bytes an entry
  MessageRates within_node, between_nodes;
  int ranks_on_node = 1;
  bool several_nodes = false;
  double other_cores = 0;               ///< busy with other work on some node meanwhile
  double scatter = 0;                   ///< most that a median time of calls is above their best
  std::string date;                     ///< "2026-11-23" where they were not measured just now
  std::string source = "not measured";  ///< for people

  /// They are those of a machine that did something else, too: the system says so, or the times of
  /// the same calls do, where it does not see all (containers, hypervisors).
  [[nodiscard]] bool is_disturbed() const {
    constexpr double usual_scatter = 0.3;
    return other_cores > OtherWork::negligible_cores || scatter > usual_scatter;
  }

  [[nodiscard]] MachineLimits limits() const { return {stream_gbs, peak_gflops, date}; }
};

/// Operations of the direct solver's products in the time in which a byte is packed.
constexpr double flops_per_byte(const MachineRates& rates) {
  return rates.product_gflops / rates.pack_gbs;
}

/// What an algorithm counts, of a point, a vertex or a whole solve.
struct Work {
  double product_flops = 0, batch_flops = 0, operator_flops = 0;
  double stream_bytes = 0;  ///< to and from memory
  double pack_bytes = 0;    ///< read and written again within caches
  double sparse_bytes = 0;  ///< of sparse rows
  double messages = 0;      ///< one after another
  double message_bytes = 0;

  constexpr Work operator+(const Work& other) const {
    return {product_flops + other.product_flops,
            batch_flops + other.batch_flops,
            operator_flops + other.operator_flops,
            stream_bytes + other.stream_bytes,
            pack_bytes + other.pack_bytes,
            sparse_bytes + other.sparse_bytes,
            messages + other.messages,
            message_bytes + other.message_bytes};
  }
  constexpr Work operator*(double count) const {
    return {product_flops * count, batch_flops * count,  operator_flops * count,
            stream_bytes * count,  pack_bytes * count,   sparse_bytes * count,
            messages * count,      message_bytes * count};
  }
};

/// Seconds that it takes, one thing after another; between `n_ranks` ranks.
double seconds_of(const Work& work, const MachineRates& rates, int n_ranks);

/// The messages between `n_ranks` ranks: those of the slower kind, if there are any.
const MessageRates& messages_between(int n_ranks, const MachineRates& rates);

/// In turn after one another in a sum over all ranks: there and back in a tree.
double messages_of_sum(int n_ranks);

/// JSON, and back to the same bits but for date and source. Nothing where it lacks a number, or one
/// is not what a rank can have, in the units of MachineRates: rates of 1e-3 to 1e4, latencies of
/// 1e-6 to 1e6.
std::string text_of(const MachineRates& rates);
std::optional<MachineRates> rates_of(const std::string& text);

/// What rates there are and where from, for people: one line, or a line each.
std::string describe(const MachineRates& rates);
std::string table_of(const MachineRates& rates);

/// Of kernels on operands in cache, of memory and of messages. The same values on every rank, means
/// over all. Collective, about a second.
MachineRates measure_machine_rates(const comm::Communicator& communicator);

/// What is remembered of this machine in `folder` (see MachineMemory), or else what is measured,
/// and then remembered. Collective.
MachineRates known_machine_rates(const comm::Communicator& communicator,
                                 const std::filesystem::path& folder);
MachineRates measure_and_remember_rates(const comm::Communicator& communicator,
                                        const std::filesystem::path& folder);

}  // namespace lobatto::perf
