#pragma once

#include <nanobind/nanobind.h>

namespace lobatto::python {

/// The class of the module for comm::Meeting, and the end of a job.
void bind_meeting(nanobind::module_& module);

}  // namespace lobatto::python
