#pragma once

#include <map>
#include <string>
#include <vector>

#include "case/document/document.hpp"
#include "case/document/problems.hpp"
#include "case/expressions/table_files.hpp"
#include "case/schema/schema.hpp"

namespace lobatto::cases {

/// The names that expressions of a case may use besides those that are always there.
struct CaseNames {
  std::map<std::string, double> parameters;
  std::vector<std::string> scalars;
  std::vector<std::string> fields;  ///< named_fields() of the document
};

/// Evaluates [parameters], each from those above it, and collects the names of the scalars.
/// Parameters become numbers in the document; refused names and values are reported and become
/// invalid. Reads the tables that they use, and is as collective as that.
CaseNames collect_names(Value& document, const Schema& schema, TableFiles& tables,
                        Problems& problems);

}  // namespace lobatto::cases
