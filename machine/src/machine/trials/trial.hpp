#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "machine/results/measurement.hpp"
#include "machine/start_up.hpp"

namespace lobatto::machine {

/// One trial of the acceptance on all ranks together. It is called in rounds, so that the repeats
/// of a measurement are spread over the whole time and see its disturbances: prepare, repeat as
/// often as there is time, release. Everything is collective.
class Trial {
 public:
  virtual ~Trial() = default;

  /// What takes much memory is held from here to release.
  virtual void prepare() {}
  virtual void release() {}
  /// Measures each quantity once: values [quantities of its kind], left empty where this rank has
  /// no value or there is no time for it. Should take about `seconds` at most, and may take as
  /// little as it needs to be exact.
  virtual void repeat(double seconds, std::span<std::optional<double>> values) = 0;
  /// The rank at the other end of this rank's link, for quantities per link; -1: none.
  [[nodiscard]] virtual int partner() const { return -1; }
};

/// What trials are made from.
struct Surroundings {
  const comm::Communicator& communicator;
  StartUp start_up;
};

/// What is known of a trial before it runs.
struct TrialKind {
  std::string name;   ///< as on the command line
  std::string title;  ///< for people
  double weight = 1;  ///< of its share of the time
  int min_ranks = 1;
  std::vector<Measurand> (*quantities)() = nullptr;
  /// Collective. Null: not in this build.
  std::unique_ptr<Trial> (*make)(const Surroundings&) = nullptr;
};

/// What TrialKind::make is for a trial that is made from the ranks alone.
template <class ATrial>
std::unique_ptr<Trial> make_trial(const Surroundings& surroundings) {
  return std::make_unique<ATrial>(surroundings.communicator);
}

/// All, in the order in which they run.
const std::vector<TrialKind>& trial_kinds();

}  // namespace lobatto::machine
