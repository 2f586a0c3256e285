#pragma once

#include <string>

namespace lobatto::residents {

/// What [python] of a case file says.
struct UserCodeFile {
  std::string file;  ///< from the folder of the case file on
};

}  // namespace lobatto::residents
