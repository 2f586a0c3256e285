#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "kernels/cost.hpp"
#include "physics/work_part.hpp"

namespace lobatto::predict {

/// What a region of the step did.
struct RegionSample {
  std::string name;
  kernels::Cost cost;  ///< of an element
  double seconds = 0;  ///< of an element
  double calls = 0;
  double n_reductions = 0;
  double bytes_of_reductions = 0;  ///< handed in by a rank, all together
};

/// A step of a case as it was taken by one rank on a few elements, with the same order, equations
/// and solvers: what an element takes wherever it is. Regions in the order of their first use.
struct StepSample {
  int n_elements = 0;
  double spread = 0;  ///< of the seconds of a step, relative: their standard deviation
  std::vector<RegionSample> regions;
  std::map<std::string, int> iterations;  ///< of each equation that is solved by iteration

  [[nodiscard]] const RegionSample* find(physics::WorkPart part) const {
    const auto found = std::ranges::find(regions, name_of(part), &RegionSample::name);
    return found == regions.end() ? nullptr : &*found;
  }
};

/// Iterations per step, by equation: "pressure", "velocity" or the name of a scalar.
using Iterations = std::map<std::string, int>;

}  // namespace lobatto::predict
