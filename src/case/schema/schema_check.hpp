#pragma once

#include <map>
#include <string>
#include <vector>

#include "case/document/document.hpp"
#include "case/document/problems.hpp"
#include "case/expressions/table_files.hpp"
#include "case/expressions/user_function.hpp"
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

/// Checks every value of the document against the declared keys: names, types, ranges, words,
/// required keys, groups, expressions. Numbers given as expressions become numbers, numbers given
/// for expressions become text; what is refused is reported and becomes invalid. Reads the tables
/// that expressions use, and is as collective as that.
void check_schema(Value& document, const Schema& schema, const CaseNames& names,
                  const UserFunctions& functions, TableFiles& tables, Problems& problems);

/// The same of one value alone, which stands at `path` and calls no user code.
void check_value(Value& value, const Key& key, const std::string& path, const Schema& schema,
                 const CaseNames& names, TableFiles& tables, Problems& problems);

}  // namespace lobatto::cases
