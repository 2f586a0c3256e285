#pragma once

#include "kernels/products/element_filter.hpp"
#include "perf/profiler.hpp"
#include "physics/terms/end_of_step.hpp"
#include "physics/work_region.hpp"

namespace lobatto::physics {

/// A filter of each new level (Fischer & Mullen 2001): phi becomes F (x) F (x) F phi in each
/// element, with F of the bubble basis, which leaves phi continuous: on a face it is filtered by
/// the values on that face alone. It damps the n_modes highest modes, and takes the part `weight`
/// of the highest.
class StepFilter final : public EndOfStep {
 public:
  /// The space and the profiler must live as long.
  StepFilter(int n_modes, double weight, const space::FunctionSpace& space,
             perf::Profiler& profiler);

  Sums apply(space::Field& field, const DirichletValues& given) override;

 private:
  void filter_elements(space::Field& field, Sums& change);
  /// sums += factor * those of element e.
  void add(double factor, int e, const space::Field& field, Sums& sums);

  const space::FunctionSpace& space_;
  WorkRegion region_;
  kernels::ElementFilter filter_;
  base::AlignedArray<double> weighted_;  ///< M phi of one element
};

}  // namespace lobatto::physics
