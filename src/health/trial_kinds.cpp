#include "health/products_trial.hpp"
#include "health/stream_trial.hpp"
#include "health/trial.hpp"

namespace lobatto::health {

const std::vector<TrialKind>& trial_kinds() {
  static const std::vector<TrialKind> kinds{stream_trial(), products_trial()};
  return kinds;
}

}  // namespace lobatto::health
