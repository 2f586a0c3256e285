#pragma once

#include <map>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/document/document.hpp"
#include "case/schema/schema.hpp"

namespace lobatto::cases {

/// The fields of the state beside velocity, pressure and scalars that expressions of the output may
/// use by name: coefficients that vary, and what a sub-grid model knows. A parameter of the same
/// name hides one.
std::vector<std::string> named_fields(const Case& the_case);

/// Those that a document may have, before it is checked: where a coefficient is a text, which may
/// still turn out to be a number, its field is among them unless a scalar has its name.
std::vector<std::string> named_fields(const Value& document, const Schema& schema,
                                      const std::vector<std::string>& scalar_names,
                                      const std::map<std::string, double>& parameters);

/// A checked expression of the output, of the fields that the case has in the end: in the order of
/// output_variables() with named_fields(). Throws base::Error where it uses another.
Expression of_output(const Expression& checked, const Case& the_case);

}  // namespace lobatto::cases
