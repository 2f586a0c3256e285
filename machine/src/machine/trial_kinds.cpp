#include "machine/collectives_trial.hpp"
#include "machine/kernels_trial.hpp"
#include "machine/linear_system_trial.hpp"
#include "machine/messages_trial.hpp"
#include "machine/products_trial.hpp"
#include "machine/solver_messages_trial.hpp"
#include "machine/start_up_trial.hpp"
#include "machine/stream_trial.hpp"
#include "machine/trial.hpp"

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
