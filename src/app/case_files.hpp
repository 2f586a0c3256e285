#pragma once

#include "app/case.hpp"
#include "app/case_problems.hpp"
#include "comm/communicator.hpp"

namespace lobatto::app {

/// Reports files that a case names and that are not there, and folders that cannot be made. Looks
/// on the ranks that will use them. Collective.
void check_files(const Case& the_case, const comm::Communicator& communicator, Problems& problems);

}  // namespace lobatto::app
