#pragma once

#include <memory>

#include "kernels/operators/box_helmholtz.hpp"
#include "kernels/operators/general_helmholtz.hpp"

namespace lobatto::kernels {

/// Helmholtz operators compiled for n nodes and registers of `lanes` doubles. Each n and number of
/// lanes is a source file of its own, which the build makes from helmholtz_methods.cpp.in;
/// CMakeLists.txt lists the sizes.
template <int n, int lanes>
std::unique_ptr<BoxHelmholtzMethod> make_compiled_box_helmholtz(const LineRule& rule);
template <int n, int lanes>
std::unique_ptr<GeneralHelmholtzMethod> make_compiled_general_helmholtz(const LineRule& rule);

}  // namespace lobatto::kernels
