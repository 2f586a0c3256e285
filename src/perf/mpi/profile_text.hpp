#pragma once

#include <string>

#include "perf/mpi/profile.hpp"

namespace lobatto::perf {

/// The functions of MPI, a line each, for people.
std::string format_functions(const MpiProfile& profile);

/// The POP metrics, each with what it means.
std::string format_pop(const MpiProfile& profile);

}  // namespace lobatto::perf
