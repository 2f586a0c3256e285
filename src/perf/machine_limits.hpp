#pragma once

#include <cstddef>

#include "comm/communicator.hpp"

namespace lobatto::perf {

/// What one rank can have of the machine while all ranks work: the yardsticks of every efficiency
/// figure.
struct MachineLimits {
  double stream_gbs = 0;   ///< memory bandwidth
  double peak_gflops = 0;  ///< small matrix products in double precision
};

/// Doubles in each of the three arrays of STREAM on a rank: 64 MiB, or more where the ranks of a
/// node would else fit twice into its last cache, but all three at most 1/8 of its memory. A
/// multiple of 16.
std::size_t stream_length(int ranks_on_node);

/// GB/s a rank of the STREAM triad, counted as 24 byte an element (no read-for-ownership), with
/// stores past the cache where the processor has them, so nothing is read that is not counted. All
/// ranks run together on arrays of stream_length; a round lasts as long as its slowest rank, the
/// best round counts. The same value on every rank. Collective, about half a second.
double measure_stream(const comm::Communicator& communicator);

/// GFLOP/s a rank of the generated 32 x 32 x 32 or 64 x 64 x 64 matrix product on operands in
/// cache, whichever is faster; all ranks run together. The same value on every rank, the mean of
/// their best. Collective, about half a second.
double measure_peak_gflops(const comm::Communicator& communicator);

/// Both. Collective, about a second.
MachineLimits measure_machine_limits(const comm::Communicator& communicator);

}  // namespace lobatto::perf
