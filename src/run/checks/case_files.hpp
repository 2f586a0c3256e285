#pragma once

#include "case/case.hpp"
#include "case/document/problems.hpp"
#include "comm/communicator.hpp"

namespace lobatto::run {

/// Reports files that a case names and that are not there, and folders that cannot be made. Looks
/// on the ranks that will use them. Collective.
void check_files(const cases::Case& the_case, const comm::Communicator& communicator,
                 cases::Problems& problems);

}  // namespace lobatto::run
