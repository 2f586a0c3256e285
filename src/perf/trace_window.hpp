#pragma once

#include <optional>
#include <string>

#include "comm/communicator.hpp"
#include "comm/recorder/recorder.hpp"

namespace lobatto::perf {

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
