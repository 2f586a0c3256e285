#pragma once

#include "kernels/element_filter.hpp"
#include "perf/profiler.hpp"
#include "physics/conditions/dirichlet_values.hpp"
#include "physics/settings.hpp"
#include "physics/work_region.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// Filters a field at the end of a step (Fischer & Mullen 2001): phi becomes F (x) F (x) F phi in
/// each element, with F of the bubble basis, which leaves phi continuous: on a face it is filtered
/// by the values on that face alone.
class StepFilter {
 public:
  /// The space and the profiler must live as long.
  StepFilter(const Filter& settings, const space::FunctionSpace& space, perf::Profiler& profiler);

  [[nodiscard]] bool of_scalars() const { return of_scalars_; }
  /// Filters a continuous field; given: the values that it keeps. Returns the change of int phi^2 /
  /// 2 over this rank's elements. Collective.
  double apply(space::Field& field, const DirichletValues& given);

 private:
  /// Returns int phi^2 / 2 of before.
  double filter_elements(space::Field& field);
  /// int phi^2 / 2 over element e.
  [[nodiscard]] double energy(int e, const space::Field& field);

  const space::FunctionSpace& space_;
  WorkRegion region_;
  kernels::ElementFilter filter_;
  base::AlignedArray<double> weighted_;  ///< M phi of one element
  bool of_scalars_;
};

}  // namespace lobatto::physics
