#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/cost.hpp"
#include "predict/machine.hpp"

namespace lobatto::predict {

/// How long cores take for counted work at one order: rates and fractions of the machine, and its
/// spread. The same rank takes the same time for the same operation, whoever asks and in whichever
/// order.
class WorkTime {
 public:
  /// machine must live as long.
  WorkTime(const Machine& machine, int order) : machine_(machine), order_(order) {}

  /// The part of the rates that a region reaches: what the machine says, or core.fraction.
  double fraction_of(std::string_view region);
  /// operation: the number of the work within the step, from 1.
  [[nodiscard]] double seconds(const kernels::Cost& cost, double fraction, int rank,
                               std::uint64_t operation) const;
  /// Regions of which the machine says nothing.
  [[nodiscard]] const std::vector<std::string>& unknown_regions() const { return unknown_; }

 private:
  const Machine& machine_;
  int order_;
  std::map<std::string, double, std::less<>> fractions_;
  std::vector<std::string> unknown_;
};

}  // namespace lobatto::predict
