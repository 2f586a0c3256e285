#pragma once

#include <span>
#include <vector>

#include "space/function_space.hpp"

namespace lobatto::io {

/// How far stored values may be from a field, over the size of its deviations from its mean.
struct ErrorBound {
  enum class Norm {
    maximum,  ///< largest difference at a node, over the largest deviation
    l2        ///< root mean square over the volume, of both
  };
  Norm norm = Norm::maximum;
  double tolerance = 1e-3;
};

/// The error of stored values in both norms of ErrorBound.
struct RelativeError {
  double maximum = 0;
  double l2 = 0;
};

/// Rounding of a field to multiples of a power of two, so coarse as an error bound lets it be: what
/// is left of the mantissas ends in zeros, which compresses well and needs no special reader
/// (Kouznetsov, Geosci. Model Dev. 14, 2021).
class BoundedRounding {
 public:
  /// For the components of one field, [n_elem][n][n][n] each, which are measured together.
  /// Collective.
  BoundedRounding(const space::FunctionSpace& space,
                  std::span<const std::span<const double>> components, const ErrorBound& bound);

  /// The nearest multiple of the spacing; the value itself where there is none.
  [[nodiscard]] float operator()(double value) const;
  /// Between two values that can be stored; 0: single precision is all that is rounded to.
  [[nodiscard]] double spacing() const { return spacing_; }
  /// As measured on the field.
  [[nodiscard]] const RelativeError& error() const { return error_; }

 private:
  [[nodiscard]] RelativeError measure(const space::FunctionSpace& space,
                                      std::span<const std::span<const double>> components) const;

  double largest_ = 0;  ///< deviation from the mean
  double rms_ = 0;      ///< of the deviations
  double spacing_ = 0;
  RelativeError error_;
};

}  // namespace lobatto::io
