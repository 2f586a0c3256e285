#pragma once

#include <string>
#include <vector>

#include "case/case.hpp"
#include "plan/grounds.hpp"

namespace lobatto::plan {

/// A kernel that much of a step goes through, and how it computes for a case on this processor.
struct KernelChoice {
  std::string kernel;    ///< "advection", "helmholtz" or "products"
  std::string method;    ///< "compiled", "generated products" or "plain loops"
  std::string drawback;  ///< why this is slower than it need be, and what helps; empty: all is well
};

/// Of the kernels that have a faster and a slower way, those that a run of this case uses.
std::vector<KernelChoice> choose_kernels(const cases::Case& the_case, const Grounds& grounds);

/// A line for each kernel on its slower way; empty where there is none.
std::string describe_slow_kernels(const cases::Case& the_case, const Grounds& grounds);

}  // namespace lobatto::plan
