#pragma once

#include <nanobind/nanobind.h>
#include <optional>

#include "comm/communicator.hpp"
#include "physics/step_report.hpp"

namespace lobatto::python {

/// That of mpi4py with this handle; without one that of all processes. Collective.
inline comm::Communicator communicator_of(std::optional<int> handle) {
  return handle ? comm::Communicator::from_integer(*handle) : comm::Communicator::world();
}

/// A report as a dict of numbers, texts and lists, with the names that lobatto.live.step_report
/// has.
nanobind::dict step_dict(const physics::StepReport& report);

/// The classes of the module for SimulationView and Session.
void bind_simulation(nanobind::module_& module);

/// The class of the module for comm::Meeting, and the end of a job.
void bind_meeting(nanobind::module_& module);

}  // namespace lobatto::python
