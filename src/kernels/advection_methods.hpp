#pragma once

#include <memory>

#include "kernels/advection.hpp"

namespace lobatto::kernels {

/// Advection with matrices compiled in shape, for n nodes and m = ceil(3 n / 2) points.
/// Instantiated once for each n in a source file of its own, which the build generates from
/// advection_method.cpp.in; the sizes are listed there.
template <int n>
std::unique_ptr<AdvectionMethod> make_compiled_advection(const AdvectionRule& rule);

}  // namespace lobatto::kernels
