#pragma once

#include <nanobind/nanobind.h>

namespace lobatto::python {

/// The classes of the module for SimulationView and Session.
void bind_simulation(nanobind::module_& module);

}  // namespace lobatto::python
