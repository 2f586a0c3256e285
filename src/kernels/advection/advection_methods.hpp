#pragma once

#include <memory>

#include "kernels/advection/advection.hpp"

namespace lobatto::kernels {

/// Advection with matrices compiled in shape, for n nodes and m = ceil(3 n / 2) points, on
/// registers of `lanes` doubles. Each n and number of lanes is a source file of its own, which the
/// build makes from advection_method.cpp.in; CMakeLists.txt lists the sizes.
template <int n, int lanes>
std::unique_ptr<AdvectionMethod> make_compiled_advection(const AdvectionRule& rule);

}  // namespace lobatto::kernels
