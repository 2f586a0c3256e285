#pragma once

#include <string>
#include <vector>

#include "gpu/step.hpp"

namespace lobatto::gpu {

/// A flow to run and what it begins with.
struct Case {
  Flow flow;
  std::vector<std::vector<double>> fields;  ///< [fields] nodes
};

/// "tgv": the Taylor-Green vortex at Re 1600; "channel" between walls across y and "duct" with
/// walls across y and z: length 6 and 2 wide, sine-graded to the walls, at constant flow rate with
/// eddies in a laminar profile. Throws base::Error on another name.
Case make_case(const std::string& name, const std::array<int, 3>& elements, int n, double dt,
               bool has_scalar);

}  // namespace lobatto::gpu
