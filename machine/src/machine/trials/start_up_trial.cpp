#include "machine/trials/trial_kinds.hpp"

#include <utility>

namespace lobatto::machine {

namespace {

class StartUpTrial : public Trial {
 public:
  explicit StartUpTrial(const StartUp& start_up) : start_up_(start_up) {}

  void repeat(double, std::span<std::optional<double>> values) override {
    if (std::exchange(is_told_, true)) return;
    if (start_up_.seconds > 0) values[0] = start_up_.seconds;
    if (start_up_.mpi_megabytes > 0) values[1] = start_up_.mpi_megabytes;
  }

 private:
  StartUp start_up_;
  bool is_told_ = false;
};

}  // namespace

TrialKind start_up_trial() {
  return {"start_up",
          "start of the program",
          0,
          1,
          [] {
            return std::vector<Measurand>{{"start_up_time", "s", Better::smaller},
                                          {"mpi_memory", "MB", Better::smaller}};
          },
          [](const Surroundings& s) -> std::unique_ptr<Trial> {
            return std::make_unique<StartUpTrial>(s.start_up);
          }};
}

}  // namespace lobatto::machine
