#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/recorder/recorder.hpp"
#include "comm/recorder/trace.hpp"

namespace lobatto::perf {

/// A run as it would have been with messages that take no time.
struct IdealRun {
  double seconds = 0;                  ///< until the last rank is done
  std::vector<double> useful_seconds;  ///< of computation, by rank
};

/// Plays the account of every rank again: each computes for as long as it did, a message arrives at
/// the moment at which it is sent, a collective operation is over when the last of those has come
/// that it needs (rank 0 of `ranks` is rank 0 of MPI_COMM_WORLD, and so on). What is left of the
/// run time beyond the computation is waiting for one another: the serialisation of the POP metrics
/// ("ideal network" of the Dimemas simulator, with sends that never block).
///
/// The account may begin in the middle of a run: what was sent before it has arrived. Nothing where
/// ranks wait for one another for ever, which no complete account does. Cost: a look-up an event.
std::optional<IdealRun> replay_on_ideal_network(
    std::span<const std::vector<comm::TraceEvent>> ranks);

/// What replaying the last steps on an ideal network gives.
struct TraceWindow {
  std::optional<double> serialisation;  ///< efficiency, on the first rank
  std::string text;                     ///< which steps, or why none; on the first rank
};

/// Brings the traces of as many of the last steps to the first rank as all ranks have and as fit
/// into max_bytes together, and replays them there. Collective.
TraceWindow replay_last_steps(const comm::MpiRecorder& recorder,
                              const comm::Communicator& communicator, std::size_t max_bytes);

}  // namespace lobatto::perf
