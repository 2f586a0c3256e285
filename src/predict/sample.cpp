#include "predict/sample.hpp"

#include <algorithm>

namespace lobatto::predict {

const RegionSample* StepSample::find(const std::string& name) const {
  const auto found = std::ranges::find(regions, name, &RegionSample::name);
  return found == regions.end() ? nullptr : &*found;
}

}  // namespace lobatto::predict
