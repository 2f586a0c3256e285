#pragma once

#include <cstddef>
#include <string>

#include "comm/communicator.hpp"

namespace lobatto::perf {

/// What one rank can have of the machine while all ranks work: the yardsticks of every efficiency
/// figure.
struct MachineLimits {
  double stream_gbs = 0;   ///< memory bandwidth
  double peak_gflops = 0;  ///< small matrix products in double precision
  std::string date = {};   ///< "2026-11-23" where they were not measured just now
};

/// Doubles in each of the three arrays of STREAM on a rank: 64 MiB, or more where the ranks of a
/// node would else fit twice into its last cache, but all three at most 1/8 of its memory. A
/// multiple of 16.
std::size_t stream_length(int ranks_on_node);

/// GB/s per rank of the STREAM triad, counted as 24 byte an element (no read-for-ownership), with
/// stores past the cache where the processor has them, so nothing is read that is not counted. All
/// ranks run together; a round lasts as long as its slowest rank, the best round counts. Where the
/// processor can be told to evict data (x86-64, aarch64), rounds are short and their arrays, 2 MiB
/// each, evicted before: little memory is taken, and a busy machine still has rounds that nothing
/// interrupts. Elsewhere the arrays have stream_length. The same value on every rank. Collective,
/// about 0.2 s.
double measure_stream(const comm::Communicator& communicator);

/// GFLOP/s per rank of the generated 32 x 32 x 32 or 64 x 64 x 64 matrix product on operands in
/// cache, whichever is faster; all ranks run together. The same value on every rank, the mean of
/// their best. Collective, about 0.2 s.
double measure_peak_gflops(const comm::Communicator& communicator);

/// Both. Collective.
MachineLimits measure_machine_limits(const comm::Communicator& communicator);

}  // namespace lobatto::perf
