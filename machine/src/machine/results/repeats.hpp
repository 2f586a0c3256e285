#pragma once

#include <optional>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "machine/results/measurement.hpp"

namespace lobatto::machine {

/// What one rank measures of some quantities, repeat by repeat, until it is put together with what
/// the others have.
class Repeats {
 public:
  explicit Repeats(std::vector<Measurand> quantities)
      : quantities_(std::move(quantities)), values_(quantities_.size()) {}

  [[nodiscard]] std::size_t n_quantities() const { return quantities_.size(); }
  /// One of each quantity; empty where this rank has none.
  void add(std::span<const std::optional<double>> values);

  /// On rank 0 the measurements with a site for each rank that has values; quantities that no rank
  /// has are left out. partner: the other end of this rank's link, -1 where it has none.
  /// Collective.
  [[nodiscard]] std::vector<Measurement> gather(int partner,
                                                const comm::Communicator& communicator) const;

 private:
  std::vector<Measurand> quantities_;
  std::vector<std::vector<double>> values_;  ///< [quantities][repeats]
};

}  // namespace lobatto::machine
