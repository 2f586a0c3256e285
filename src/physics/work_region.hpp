#pragma once

#include <string_view>

#include "kernels/cost.hpp"
#include "perf/profiler.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "physics/work_part.hpp"

namespace lobatto::physics {

/// A region of a profiler, which must live as long: the account of one part of the step.
class WorkRegion {
 public:
  WorkRegion(perf::Profiler& profiler, WorkPart part) : WorkRegion(profiler, name_of(part)) {}
  /// Of what the solver's own parts do not name: an equation or a term from elsewhere.
  WorkRegion(perf::Profiler& profiler, std::string_view name)
      : profiler_(profiler),
        id_(profiler.add(name)),
        transposes_(profiler.add(name_of(WorkPart::transposes))) {}

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
