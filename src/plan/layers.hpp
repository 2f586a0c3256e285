#pragma once

#include <string>

#include "case/case.hpp"
#include "plan/grounds.hpp"

namespace lobatto::plan {

/// What the solvers on layers of a plane mesh that a case takes keep on the rank with most factors.
double bytes_on_layers(const cases::Case& the_case, const Grounds& grounds);
/// The same of one equation, whether it takes that solver or not.
double bytes_on_layers(const Grounds& grounds, const std::string& equation);

/// FLOPs of the solves of one equation per step, of all ranks together; 0 where it is not on
/// layers.
double flops_on_layers(const Grounds& grounds, const std::string& equation);

/// A line on the layers and one on the factors, for people; empty where no solver uses any.
std::string describe_layers(const cases::Case& the_case, const Grounds& grounds);

}  // namespace lobatto::plan
