#pragma once

#include "kernels/contraction.hpp"

namespace lobatto::kernels::reference {

/// C = A B or C += A B, column-major, by the definition.
void contract(const ContractionShape& shape, const double* a, const double* b, double* c);

}  // namespace lobatto::kernels::reference
