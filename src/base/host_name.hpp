#pragma once

#include <string>

namespace lobatto::base {

/// Of the node that this process runs on; empty where the system does not say.
std::string host_name();

}  // namespace lobatto::base
