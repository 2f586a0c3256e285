#pragma once

#include "machine/trials/trial.hpp"

namespace lobatto::machine {

/// McCalpin's STREAM on every core at the same time, in double and single precision; arrays of
/// perf::stream_length doubles, or twice as many floats. Bytes are counted as STREAM does, without
/// read-for-ownership, which does not happen where stores go past the cache. A value a core, and
/// the triads of a node added up.
TrialKind stream_trial();

}  // namespace lobatto::machine
