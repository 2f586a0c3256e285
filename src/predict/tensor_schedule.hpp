#pragma once

#include <vector>

#include "direct/tensor_work.hpp"
#include "physics/work_part.hpp"
#include "predict/partition.hpp"
#include "predict/schedule.hpp"

namespace lobatto::predict {

/// A solve by direct::TensorSolver on elements of some order, for all ranks: its work and messages.
class TensorSchedule {
 public:
  /// is_singular: the operator has the constant for a null vector.
  TensorSchedule(const Partition& partition, int order, const direct::BoxConditions& conditions,
                 bool is_singular);

  /// A solve of so many right-hand sides at once with the coefficients of the solve before, its
  /// work under `part`.
  void emit(physics::WorkPart part, int n_problems, ScheduleSink& sink) const;
  [[nodiscard]] kernels::Cost cost(int rank) const;

 private:
  void exchange_ends(physics::WorkPart part, int n_problems, ScheduleSink& sink) const;
  void compute_part(physics::WorkPart part, int n_problems, ScheduleSink& sink) const;

  Partition partition_;  ///< in the frame of the solver, as the conditions are
  int order_;
  direct::BoxConditions conditions_;
  bool is_singular_;
  std::vector<direct::LineWork> lines_;  ///< by z coordinate
};

}  // namespace lobatto::predict
