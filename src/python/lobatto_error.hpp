#pragma once

#include <nanobind/nanobind.h>

namespace lobatto::python {

/// From now on base::Error is the exception LobattoError where Python sees it.
void raise_errors_as_lobatto_error();

}  // namespace lobatto::python
