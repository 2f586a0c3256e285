#include "machine/trials/trial_kinds.hpp"

#include <fmt/format.h>

#include <array>

#include "machine/trials/call_pace.hpp"

namespace lobatto::machine {

namespace {

constexpr double seconds_per_sum = 4e-3;
constexpr int n_lengths = 11;  ///< 2^0 to 2^10
constexpr std::size_t length_at(int i) { return std::size_t{1} << i; }

class AllreduceTrial : public Trial {
 public:
  explicit AllreduceTrial(const comm::Communicator& communicator) : communicator_(communicator) {}

  void repeat(double, std::span<std::optional<double>> values) override {
    for (int i = 0; i < n_lengths; ++i) {
      const auto sums = [&](int n) {
        for (int call = 0; call < n; ++call)
          communicator_.sum(std::span(numbers_).first(length_at(i)));
      };
      values[i] = 1e6 * paces_[i].seconds_per_call(seconds_per_sum, communicator_, sums);
    }
  }

 private:
  const comm::Communicator& communicator_;
  std::array<double, length_at(n_lengths - 1)> numbers_{};  // zeros stay what they are
  std::array<CallPace, n_lengths> paces_;
};

std::vector<Measurand> allreduce_quantities() {
  std::vector<Measurand> all;
  for (int i = 0; i < n_lengths; ++i)
    all.push_back({fmt::format("allreduce_{}", length_at(i)), "us", Better::smaller, Per::core});
  return all;
}

class BarrierTrial : public Trial {
 public:
  explicit BarrierTrial(const comm::Communicator& communicator) : communicator_(communicator) {}

  void repeat(double, std::span<std::optional<double>> values) override {
    const auto barriers = [&](int n) {
      for (int call = 0; call < n; ++call) communicator_.barrier();
    };
    values[0] = 1e6 * pace_.seconds_per_call(seconds_per_sum, communicator_, barriers);
  }

 private:
  const comm::Communicator& communicator_;
  CallPace pace_;
};

}  // namespace

TrialKind allreduce_trial() {
  return {"allreduce", "sums over all ranks", 1,
          2,           allreduce_quantities,  make_trial<AllreduceTrial>};
}

TrialKind barrier_trial() {
  return {"barrier",
          "barriers",
          0.3,
          2,
          [] { return std::vector<Measurand>{{"barrier", "us", Better::smaller, Per::core}}; },
          make_trial<BarrierTrial>};
}

}  // namespace lobatto::machine
