#pragma once

#include "kernels/cost.hpp"
#include "perf/profiler.hpp"
#include "physics/solvers/helmholtz_solver.hpp"

namespace lobatto::physics {

/// A region of a profiler, which must live as long: the account of one part of the step.
class WorkRegion {
 public:
  WorkRegion(perf::Profiler& profiler, const char* name)
      : profiler_(profiler), id_(profiler.add(name)), transposes_(profiler.add("transposes")) {}

  /// Does the task in the region.
  template <class Task>
  void operator()(Task task) const {
    const perf::Profiler::Scope scope(profiler_, id_);
    task();
  }
  void count(const kernels::Cost& cost) const { profiler_.count(id_, cost.flops, cost.bytes); }
  /// The work of a solve.
  void count(const HelmholtzReport& report) const {
    profiler_.count(id_, report.cost.flops - report.counted.flops,
                    report.cost.bytes - report.counted.bytes);
    attribute_transposes(report.transpose_seconds);
  }
  void attribute_transposes(double seconds) const {
    profiler_.attribute(id_, transposes_, seconds);
  }

 private:
  perf::Profiler& profiler_;
  perf::RegionId id_, transposes_;
};

}  // namespace lobatto::physics
