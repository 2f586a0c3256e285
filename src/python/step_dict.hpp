#pragma once

#include <nanobind/nanobind.h>

#include "physics/step_report.hpp"

namespace lobatto::python {

/// A report as a dict of numbers, texts and lists, with the names that lobatto.step_report has.
nanobind::dict step_dict(const physics::StepReport& report);

}  // namespace lobatto::python
