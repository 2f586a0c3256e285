#pragma once

#include <memory>

#include "kernels/batches/batch_arithmetic.hpp"
#include "kernels/batches/element_batches.hpp"
#include "kernels/cost.hpp"
#include "space/function_space.hpp"

namespace lobatto::precond {

/// The stiffness operator of batches of elements of a space in one precision, whichever its
/// geometry. Holds its workspace: one object a thread.
template <class Real>
class ElementStiffness {
 public:
  virtual ~ElementStiffness() = default;
  /// out = K u on the elements of one batch; u and out [n]^3[lane], not the same.
  virtual void apply(int batch, const Real* u, Real* out) = 0;
  /// Of one element.
  [[nodiscard]] virtual kernels::Cost cost() const = 0;
};

/// `arithmetic` must live as long.
template <class Real>
std::unique_ptr<ElementStiffness<Real>> make_element_stiffness(
    const space::FunctionSpace& space, const kernels::ElementBatches& batches,
    const kernels::BatchArithmetic<Real>& arithmetic);

}  // namespace lobatto::precond
