#pragma once

#include "machine/trials/trial.hpp"

namespace lobatto::machine {

/// What it took each rank to be ready for messages, see StartUp: measured once, when the program
/// started.
TrialKind start_up_trial();

/// Sums over all ranks of 1, 2, 4 ... 1024 doubles, microseconds a sum.
TrialKind allreduce_trial();

/// Barriers of all ranks, microseconds each.
TrialKind barrier_trial();

/// Messages between rank i and rank i + P / 2, all such pairs at the same time: the latency of 8
/// bytes (half of there and back), the bandwidth of messages of 1 MiB in one direction and in two
/// (both added up), and how many messages of 8 bytes a pair can send in a second. A value a link.
TrialKind messages_trial();

/// The gather-scatter of the iterative solvers on a box of 8 x 8 x 8 elements of 8 x 8 x 8 nodes a
/// rank, microseconds a call for one field.
TrialKind gather_scatter_trial();

/// The transposes of the direct solver on the same box, there and back along y and z: microseconds
/// a solve, and GB/s that a rank sends to others.
TrialKind transposes_trial();

/// DGEMM and SGEMM on every core at the same time: BlockedProduct of 1024 x 1024 matrices.
TrialKind products_trial();

/// McCalpin's STREAM on every core at the same time, in double and single precision; arrays of
/// perf::stream_length doubles, or twice as many floats. Bytes are counted as STREAM does, without
/// read-for-ownership, which does not happen where stores go past the cache. A value a core, and
/// the triads of a node added up.
TrialKind stream_trial();

/// The small matrix products of the solver on every core at the same time: an m x m matrix with s
/// elements of m x m x m values, along x, from one field to another. m = 8, 16, 24, 32; s = 1,
/// which stays in cache, and 64, 128 ... 768, which leave it; double and single precision. 2 m^4
/// flop and 2 m^3 values of traffic an element. Sizes for which a core would need more than 1/16 of
/// its share of the memory are left out.
TrialKind kernels_trial();

/// The role of HPL: one dense system solved by all ranks together, see solve_distributed, as large
/// as lets it be solved several times in the time that there is, and its residual checked. GFLOP/s
/// of the job, and the scaled residual, which fails above 16.
TrialKind linear_system_trial();

}  // namespace lobatto::machine
