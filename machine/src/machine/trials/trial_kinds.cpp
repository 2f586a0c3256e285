#include "machine/trials/trial_kinds.hpp"
#include "machine/trials/trial.hpp"

namespace lobatto::machine {

const std::vector<TrialKind>& trial_kinds() {
  // What needs most time last: it takes what the others leave.
  static const std::vector<TrialKind> kinds{
      start_up_trial(),       barrier_trial(),      allreduce_trial(), messages_trial(),
      gather_scatter_trial(), transposes_trial(),   products_trial(),  stream_trial(),
      kernels_trial(),        linear_system_trial()};
  return kinds;
}

}  // namespace lobatto::machine
