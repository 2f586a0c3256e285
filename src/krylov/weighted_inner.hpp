#pragma once

#include <span>

#include "base/function_ref.hpp"

namespace lobatto::krylov {

/// Inner products of unassembled fields, in which a node appears once for each element at it:
///
///   <x, y> = sum over ranks and local values q of weight_q x_q y_q,  weight = 1 / multiplicity.
///
/// Refers to its weight and its callable, which must outlive it. The order of summation on a rank
/// depends on nothing but the number of local values: a product has the same bits alone and among
/// others. x and y have weight.size() values.
struct WeightedInner {
  std::span<const double> weight;                  ///< [n_local]
  base::FunctionRef<void(std::span<double>)> sum;  ///< over ranks, in place, in one collective

  /// One collective; 3 n flop, 24 n byte.
  double operator()(std::span<const double> x, std::span<const double> y) const;

  /// products[k] = <vectors[k], x> for any number of vectors in one pass over memory and one
  /// collective; n (2 m + 1) flop and n (m sizeof(value) + 16) byte for m vectors. A vector may be
  /// x. Vectors in single precision are multiplied and summed in double.
  void many(std::span<const double* const> vectors, std::span<const double> x,
            std::span<double> products) const;
  void many(std::span<const float* const> vectors, std::span<const double> x,
            std::span<double> products) const;

  /// The part of this rank alone, for callers that have more to add in the same collective.
  void many_local(std::span<const double* const> vectors, std::span<const double> x,
                  std::span<double> products) const;
  void many_local(std::span<const float* const> vectors, std::span<const double> x,
                  std::span<double> products) const;
};

}  // namespace lobatto::krylov
