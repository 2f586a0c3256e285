#pragma once

#include <string>
#include <vector>

#include "base/function_ref.hpp"
#include "case/case.hpp"
#include "case/document/section.hpp"
#include "case/schema/schema.hpp"

namespace lobatto::cases {

/// output.quantities.
std::vector<Key> quantity_keys();
/// Read after scalars, parameters and all that declares fields.
void read_quantities(const Section& root, Case& c);

/// The expressions of the output that a table has, by the names of its keys. Reports names that
/// `fault_of` finds wrong, and what the case does not have.
std::vector<QuantityCase> read_expressions(
    const Section& table, const Case& c,
    base::FunctionRef<std::string(const std::string&)> fault_of);

}  // namespace lobatto::cases
