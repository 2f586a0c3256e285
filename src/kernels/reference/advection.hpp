#pragma once

#include <span>

#include "kernels/advection/advection.hpp"

namespace lobatto::kernels::reference {

/// BoxAdvection by the definition, point by point with full matrices: m^3 n^3 work an element up to
/// a factor, for tests.
void advect(const AdvectionRule& rule, std::span<const Lengths> lengths,
            const AdvectionFields& fields);

}  // namespace lobatto::kernels::reference
