#pragma once

#include "kernels/products/element_filter.hpp"
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
  /// Of a field over this rank's elements: int phi and int phi^2 / 2.
  struct Sums {
    double content = 0;
    double energy = 0;
  };
  /// Filters a continuous field; given: the values that it keeps. Returns what the sums became less
  /// what they were. Collective.
  Sums apply(space::Field& field, const DirichletValues& given);

 private:
  void filter_elements(space::Field& field, Sums& change);
  /// sums += factor * those of element e.
  void add(double factor, int e, const space::Field& field, Sums& sums);

  const space::FunctionSpace& space_;
  WorkRegion region_;
  kernels::ElementFilter filter_;
  base::AlignedArray<double> weighted_;  ///< M phi of one element
  bool of_scalars_;
};

}  // namespace lobatto::physics
