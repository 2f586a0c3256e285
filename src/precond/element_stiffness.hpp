#pragma once

#include <memory>

#include "kernels/cost.hpp"
#include "space/function_space.hpp"

namespace lobatto::precond {

/// The stiffness operator of single elements of a space in one precision, whichever its geometry.
/// Holds its workspace: one object a thread.
template <class Real>
class ElementStiffness {
 public:
  virtual ~ElementStiffness() = default;
  /// out = K_e u; u and out [n]^3, not the same.
  virtual void apply(int e, const Real* u, Real* out) = 0;
  /// Of one element.
  [[nodiscard]] virtual kernels::Cost cost() const = 0;
};

/// `space` must live as long.
template <class Real>
std::unique_ptr<ElementStiffness<Real>> make_element_stiffness(const space::FunctionSpace& space);

}  // namespace lobatto::precond
