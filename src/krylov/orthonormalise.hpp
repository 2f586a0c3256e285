#pragma once

#include <span>

#include "krylov/weighted_inner.hpp"

namespace lobatto::krylov {

/// Takes from x what it has of orthonormal vectors, by classical Gram-Schmidt, twice (Giraud,
/// Langou & Rozloznik 2005), and makes what is left 1 long. products [vectors.size()] receives
/// <v_k, x>. Returns the length of what is left: 0 where that is round-off, which stays as it is.
/// Four collectives.
double orthonormalise(const WeightedInner& inner, std::span<const double* const> vectors,
                      std::span<double> x, std::span<double> products);

}  // namespace lobatto::krylov
