#pragma once

#include <memory>
#include <span>

#include "kernels/cost.hpp"
#include "kernels/operators/box_helmholtz.hpp"
#include "kernels/operators/general_helmholtz.hpp"
#include "space/axisymmetric.hpp"
#include "space/function_space.hpp"
#include "space/scaled_stiffness.hpp"

namespace lobatto::space {

/// sigma M + nu K on all local elements of a space, whichever their geometry, unassembled; K is
/// the stiffness of a field coefficient where it was made for one. Holds its workspace: one object
/// a thread.
class HelmholtzOperator {
 public:
  virtual ~HelmholtzOperator() = default;

  /// w = (sigma M + nu K) p on whole elements [first, first + count); fields begin at element
  /// `first`. Returns sum_q p_q w_q.
  virtual double apply(int first, int count, const kernels::HelmholtzCoefficients& coefficients,
                       const double* p, double* w, const kernels::FieldsAhead& ahead = {}) = 0;
  /// The diagonal of all local elements, unassembled. [size]
  virtual void diagonal(const kernels::HelmholtzCoefficients& coefficients,
                        std::span<double> out) const = 0;
  /// Of one element.
  [[nodiscard]] virtual kernels::Cost cost(bool with_mass) const = 0;
};

/// For the geometry of `space`, which must live as long, as must a field coefficient: the operator
/// follows its updates. Of a constant coefficient the number is not looked at.
std::unique_ptr<HelmholtzOperator> make_helmholtz_operator(
    const FunctionSpace& space, const StiffnessCoefficient& coefficient = 1.0,
    VectorPart part = VectorPart::scalar);

}  // namespace lobatto::space
