#pragma once

#include <nanobind/nanobind.h>

namespace lobatto::python {

/// The classes of the module for SimulationView and Session.
void bind_simulation(nanobind::module_& module);

/// The class of the module for comm::Meeting, and the end of a job.
void bind_meeting(nanobind::module_& module);

/// From now on base::Error is the exception LobattoError where Python sees it.
void raise_errors_as_lobatto_error();

}  // namespace lobatto::python
