#include "health/collectives_trial.hpp"
#include "health/kernels_trial.hpp"
#include "health/linear_system_trial.hpp"
#include "health/messages_trial.hpp"
#include "health/products_trial.hpp"
#include "health/solver_messages_trial.hpp"
#include "health/start_up_trial.hpp"
#include "health/stream_trial.hpp"
#include "health/trial.hpp"

namespace lobatto::health {

const std::vector<TrialKind>& trial_kinds() {
  // What needs most time last: it takes what the others leave.
  static const std::vector<TrialKind> kinds{
      start_up_trial(),       barrier_trial(),      allreduce_trial(), messages_trial(),
      gather_scatter_trial(), transposes_trial(),   products_trial(),  stream_trial(),
      kernels_trial(),        linear_system_trial()};
  return kinds;
}

}  // namespace lobatto::health
