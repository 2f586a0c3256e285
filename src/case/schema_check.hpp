#pragma once

#include <map>
#include <string>
#include <vector>

#include "case/document.hpp"
#include "case/problems.hpp"

namespace lobatto::cases {

/// The names that expressions of a case may use besides those that are always there.
struct CaseNames {
  std::map<std::string, double> parameters;
  std::vector<std::string> scalars;
};

/// Evaluates [parameters], each from those above it, and collects the names of the scalars.
/// Parameters become numbers in the document; refused names and values are reported and become
/// invalid.
CaseNames collect_names(Value& document, Problems& problems);

/// Checks every value of the document against the declared keys: names, types, ranges, words,
/// required keys, groups, expressions. Numbers given as expressions become numbers, numbers given
/// for expressions become text; what is refused is reported and becomes invalid.
void check_schema(Value& document, const CaseNames& names, Problems& problems);

}  // namespace lobatto::cases
