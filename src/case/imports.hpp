#pragma once

#include "case/data_table.hpp"
#include "case/user_function.hpp"

namespace lobatto::cases {

/// What expressions of a case may use from elsewhere.
struct Imports {
  DataTables tables = {};
  UserFunctions functions = {};
};

}  // namespace lobatto::cases
