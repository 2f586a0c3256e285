#include "machine/trials/trial_kinds.hpp"

#include <algorithm>
#include <cmath>

#include "base/stopwatch.hpp"
#include "machine/trials/distributed_lu.hpp"
#include "perf/memory.hpp"

namespace lobatto::machine {

namespace {

class LinearSystemTrial : public Trial {
 public:
  explicit LinearSystemTrial(const comm::Communicator& communicator)
      : communicator_(communicator) {}

  void repeat(double seconds, std::span<std::optional<double>> values) override {
    if (n_ == 0) choose_size(seconds);
    const RandomSystem system(n_);
    const LuSolution solution = solve_distributed(system, communicator_);
    const double residual = scaled_residual(system, solution.x, communicator_);
    if (communicator_.rank() != 0) return;
    values[0] = solution.gflops();
    values[1] = residual;
    values[2] = n_;
  }

 private:
  /// A power of two, so that runs can be compared, such that there is time for three solves in a
  /// turn; 1/8 of the memory at most.
  void choose_size(double seconds) {
    constexpr double share = 0.25;
    constexpr int least = 512, most = 1 << 17;
    const double n_ranks = communicator_.size();
    const RandomSystem small(std::clamp(static_cast<int>(256 * std::sqrt(n_ranks)), least, most));
    const base::Stopwatch watch;
    const LuSolution solution = solve_distributed(small, communicator_);
    scaled_residual(small, solution.x, communicator_);
    const double taken = communicator_.max(watch.seconds());
    const double factor = std::cbrt(share * std::max(seconds, 0.0) / taken);
    const double bytes = communicator_.min(static_cast<double>(perf::memory_bytes()) /
                                           communicator_.split_by_node().size()) *
                         n_ranks / 8;
    const double n = std::min(small.n() * factor, std::sqrt(bytes / sizeof(double)));
    for (n_ = least; 2 * n_ <= n && n_ < most;) n_ *= 2;
  }

  const comm::Communicator& communicator_;
  int n_ = 0;
};

std::vector<Measurand> linear_system_quantities() {
  const char* const unknowns = "lu_unknowns";
  return {{.name = "lu", .unit = "GFLOP/s", .per = Per::job, .comparable_with = unknowns},
          {.name = "lu_residual",
           .better = Better::smaller,
           .per = Per::job,
           .limit = residual_limit,
           .comparable_with = unknowns},
          {.name = unknowns, .per = Per::job, .comparable_with = unknowns}};
}

}  // namespace

TrialKind linear_system_trial() {
  TrialKind kind{"linear_system", "one large linear system", 4, 1, linear_system_quantities,
                 nullptr};
  if (has_distributed_lu()) kind.make = make_trial<LinearSystemTrial>;
  return kind;
}

}  // namespace lobatto::machine
